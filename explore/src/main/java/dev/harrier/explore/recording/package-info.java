/**
 * What an execution reads from outside: variables of the environment, the time zone, files. An
 * execution that shows a finding says by name what it read ({@link
 * dev.harrier.explore.recording.ReadNames}, written by {@code runtime/recording.go}), {@link
 * dev.harrier.explore.recording.Recording} has what it found there, {@link
 * dev.harrier.explore.recording.RecordingFiles} keeps it in the run, and {@link
 * dev.harrier.explore.recording.GivenInputs} has a replay read the same.
 *
 * <p>A recording may be another's: it is data. What could choose which code runs is neither
 * recorded nor given ({@link dev.harrier.explore.recording.Sensitive}), and {@link
 * dev.harrier.explore.recording.RecordingKey} knows which recordings this user has made.
 */
@NullMarked
package dev.harrier.explore.recording;

import org.jspecify.annotations.NullMarked;
