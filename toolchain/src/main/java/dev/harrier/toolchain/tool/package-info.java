/**
 * Programs that Harrier runs for itself: commands, and its own Go programs.
 *
 * <p>Harrier's jar carries the sources of its Go programs, because what they read (export data, the
 * language of the user's module) must be that of the user's Go. {@link
 * dev.harrier.toolchain.tool.GoTool} builds one when it is first needed and keeps it in a cache
 * under a digest of its sources and of the Go, so that neither an update of Harrier nor one of Go
 * meets an old build. Two Harriers that build the same one do not disturb each other.
 *
 * <p>{@link dev.harrier.toolchain.tool.Children} ends a command with all that it started. A go
 * command that is asked to end leaves its compilers; those are distinguished from other processes
 * by an entry of the environment that they have from it. A process that empties its environment is
 * not recognized.
 */
@NullMarked
package dev.harrier.toolchain.tool;

import org.jspecify.annotations.NullMarked;
