/**
 * The command line: one class for each command, and the only place where the other modules are
 * wired together.
 *
 * <p>A command reads its arguments, calls the modules and hands a report to a renderer. It throws
 * {@link dev.harrier.cli.process.UserError} for what the user can fix. The exit status is one of
 * {@link dev.harrier.cli.process.ExitStatus} and is decided nowhere else than there and in {@link
 * dev.harrier.cli.Main}. What a command may touch of the process it runs in (directory,
 * environment, output) comes in as {@link dev.harrier.cli.process.CommandContext}.
 */
@NullMarked
package dev.harrier.cli;

import org.jspecify.annotations.NullMarked;
