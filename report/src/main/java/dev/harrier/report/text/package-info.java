/**
 * Findings for people, on a terminal or in a log.
 *
 * <p>Each finding begins with one line {@code file:line:col: rule: message}, which editors and CI
 * systems parse; files below the current directory are relative to it. Then comes its story,
 * indented: the source line, the goroutines with the stacks where they stand and where they were
 * created, the objects with the places where they were made, how it came about, what proves it, how
 * to see it again. Suspicious findings follow under a heading of their own. The last lines sum up
 * the run.
 *
 * <p>Frames of Go's own library around the user's frames are left out here; JSON has them all. A
 * source line is quoted only if its file is as old as the run.
 */
@NullMarked
package dev.harrier.report.text;

import org.jspecify.annotations.NullMarked;
