/**
 * What every command has: where it runs, how it is told to end, what its exit status means, which
 * Go it found, and how flags of the go command read.
 *
 * <p>Nothing here knows a command. {@link dev.harrier.cli.session.UserError} is what the user can
 * mend; {@link dev.harrier.cli.session.ExitStatus} is the only list of statuses.
 */
@NullMarked
package dev.harrier.cli.session;

import org.jspecify.annotations.NullMarked;
