/**
 * Harrier next to other tools on the same programs: Go's leak profile and goleak look at the very
 * process that Harrier instruments; Go's deadlock detector and go-deadlock, which can't share it,
 * get a run of their own.
 *
 * <p>The programs are copied to a module outside the repository. Every package gets a {@code
 * TestMain} that asks the profile and goleak at the end. For go-deadlock a second copy has its
 * locks in place of those of package sync; where that does not compile it does not apply.
 */
@NullMarked
package dev.harrier.bench.peers;

import org.jspecify.annotations.NullMarked;
