/**
 * Findings as SARIF 2.1.0, in the subset that code scanning services show.
 *
 * <p>Files below the repository's root (the nearest directory upwards with {@code .git}, else the
 * module's root) are relative URIs with the base {@code %SRCROOT%}; others are absolute. Each
 * goroutine of a finding is a stack and a thread flow; the places where goroutines were created and
 * objects were made are related locations that the message links to. Harrier's fingerprint is
 * {@code harrier/v2}; the hash of the line, which GitHub wants besides, is left to its upload
 * action, which can distinguish lines better.
 *
 * <p>Levels: observed findings are errors, predicted and static ones warnings, suspicious ones
 * notes.
 */
@NullMarked
package dev.harrier.report.sarif;

import org.jspecify.annotations.NullMarked;
