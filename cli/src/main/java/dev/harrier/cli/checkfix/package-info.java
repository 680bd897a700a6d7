/**
 * {@code harrier check-fix}: whether a change fixes a finding. The schedule of the finding is
 * carried over to the changed program ({@code explore.transfer}) and replayed; then the test is
 * explored as {@code harrier fuzz} does, for much longer than it took to find it, with the program
 * before the change to compare with; then the other tests that reach changed functions.
 */
@NullMarked
package dev.harrier.cli.checkfix;

import org.jspecify.annotations.NullMarked;
