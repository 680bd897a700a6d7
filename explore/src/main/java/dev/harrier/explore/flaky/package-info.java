/**
 * Why a test fails sometimes: what a schedule under which it fails has that one under which it
 * passes has not.
 *
 * <p>The schedule of a finding has been simplified by delta debugging until no decision can be left
 * out (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input"). Then the test
 * passes without any one of them, so that a failing and a passing run differ by a single decision.
 * It is the smallest difference that was found, not the only one that there may be. Which
 * operations come in another order by it is said by the cause of the finding ({@link
 * dev.harrier.explore.cause}).
 *
 * <p>Not done: tests that fail in the default order, for which decisions would have to be found
 * that let them pass; native runs.
 */
@NullMarked
package dev.harrier.explore.flaky;

import org.jspecify.annotations.NullMarked;
