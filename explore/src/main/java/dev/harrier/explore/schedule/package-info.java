/**
 * What decides the order of things in one run: a {@linkplain dev.harrier.explore.schedule.Strategy
 * strategy} with its seed, and a {@linkplain dev.harrier.explore.schedule.Plan plan} of decisions
 * that go before the strategy's own.
 *
 * <p>The runtime takes all decisions (control.go, pick.go); this package names them, writes them in
 * the form that the runtime reads ({@code HARRIER_CONTROL}, {@code HARRIER_PLAN}) and in the form
 * that people paste. A schedule says nothing about which program it is for: that is the business of
 * {@code dev.harrier.explore.target}.
 *
 * <p><b>Invariant.</b> Equal schedules of one binary give equal canonical traces, as far as the
 * program's nondeterminism is under control.
 */
@NullMarked
package dev.harrier.explore.schedule;

import org.jspecify.annotations.NullMarked;
