/**
 * Starts commands of Harrier for a server, each as a process of its own: the same code path as in a
 * terminal, with the report as JSON on its standard output.
 *
 * <p>Invariant: no process outlives the {@link dev.harrier.ide.launch.Launcher} that started it,
 * also if the server is killed: a command looks whether its server is there ({@code
 * HARRIER_PARENT}). One that is to end gets the signal that Ctrl-C in a terminal stands for, ends
 * the tests that it started, and reports what it has found until then; one that does not is killed
 * with all its descendants.
 */
@NullMarked
package dev.harrier.ide.launch;

import org.jspecify.annotations.NullMarked;
