package dev.harrier.report.suppress;

/**
 * Something to tell about a suppression itself.
 *
 * @param line from 1
 * @param message one sentence
 */
public record Note(String file, int line, String message) {}
