/**
 * What every command has of the process that it runs in: where it runs ({@link
 * dev.harrier.cli.process.CommandContext}), how it is stopped, what its exit status means, how it
 * reports progress, and which runs are stored.
 *
 * <p>Nothing here knows a command. {@link dev.harrier.cli.process.UserError} is what the user can
 * fix; {@link dev.harrier.cli.process.ExitStatus} is the only list of statuses.
 */
@NullMarked
package dev.harrier.cli.process;

import org.jspecify.annotations.NullMarked;
