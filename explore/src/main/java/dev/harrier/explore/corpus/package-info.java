/**
 * What a module's explorations have found so far, so that the next one continues where the last one
 * ended: how many executions each target has had, and the schedules that showed findings, which are
 * tried first.
 *
 * <p>The corpus is one file that is only ever appended to, a line at a time, with one write for
 * each line; when it is opened and has grown long, a shorter one takes its place as a whole.
 * Whatever ends Harrier at whatever moment, what is lost is at most the last line; a line that is
 * not whole is passed over and counted. A target whose sources have changed starts again: its
 * schedules are dropped, and counted too. Orders of messages, reversals (a file for each target)
 * and coverage (one file) stand next to it, in files that are replaced as a whole.
 */
@NullMarked
package dev.harrier.explore.corpus;

import org.jspecify.annotations.NullMarked;
