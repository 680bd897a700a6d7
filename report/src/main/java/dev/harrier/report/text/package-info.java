/**
 * Findings for people, on a terminal or in a log.
 *
 * <p>Each finding begins with one line {@code file:line:col: rule: message}, which editors and CI
 * systems parse; files below the current directory are relative to it. Then come, in at most 25
 * lines, the line of source, the goroutines with the frames of the user's module and what they wait
 * for, what proves it, how to see it again and what to do. What is no reason to fail has one line
 * per finding. With {@code -v} everything is written: whole stacks, objects, every step, the
 * interleaving. The last lines sum up the run.
 *
 * <p>Frames of Go's own library around the user's frames are left out here; JSON has them all. A
 * source line is quoted only if its file is as old as the run.
 */
@NullMarked
package dev.harrier.report.text;

import org.jspecify.annotations.NullMarked;
