/**
 * Where the places of a finding are in a file that has been edited since its run.
 *
 * <p>A place is followed by the text of its line, which the store keeps with two lines around it
 * ({@link dev.harrier.report.store.KeptLines}). If the line is where it was, nothing has changed as
 * far as the place is concerned; else it is looked for in the whole file, and of several equal
 * lines the one counts whose neighbors are as they were, then the nearest. What is found nowhere
 * has changed.
 */
@NullMarked
package dev.harrier.ide.source;

import org.jspecify.annotations.NullMarked;
