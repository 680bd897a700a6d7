package dev.harrier.explore.order;

/**
 * A select of a program's text.
 *
 * @param textOffset where it stands, from the start of the text segment: the name that the runtime
 *     knows, good for one binary only
 */
public record SelectId(long textOffset) {}
