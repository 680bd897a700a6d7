/**
 * Why one schedule shows a finding and another one of the same test does not: the operations whose
 * order decides.
 *
 * <p>A simplified schedule is the default order with a few decisions, and without any one of them
 * the finding is gone (see {@link dev.harrier.explore.minimize}). So the execution with a decision
 * and the one without it are the same up to there: a failing and a passing one next to each other.
 * Operations of two goroutines that conflict, and come in one order in the one and in the other
 * order in the other, are candidates. In place of the decision, the goroutine of the latter is
 * delayed before an operation of its own until the other one has begun an operation ({@link
 * dev.harrier.explore.schedule.PlanEntry.Delay}). {@linkplain dev.harrier.explore.cause.CauseSearch
 * Bisecting} over both operations finds the first former one, and the last latter one, for which
 * the finding shows: two schedules that differ by the order of just these two. Zeller's cause
 * transitions (Isolating cause-effect chains from computer programs, FSE 2002) and Hermit's
 * analysis of schedules bisect in the same way.
 *
 * <p>Where that finds nothing, where the default order shows the finding as well, or where the
 * schedule has many decisions, {@linkplain dev.harrier.explore.cause.ReversalSearch single pairs}
 * of the failing execution are tried the other way round: the goroutine of the former operation
 * waits before it until the latter has begun. Accesses to memory by code that races become
 * scheduling points for that.
 *
 * <p>Several pairs may decide, such as what two goroutines do in a handler of net/http and what
 * they do around it. A pair in the code of the modules under test is looked for first, and once
 * more the other way round where only one of a library was found: a reader can change nothing else.
 *
 * <p>Where the schedule lets timers fire before their time, or code take long, {@linkplain
 * dev.harrier.explore.cause.LateSearch a delay} of one goroutine is looked for first, in place of
 * all decisions: until a timer fires, or time is over.
 *
 * <p>{@linkplain dev.harrier.explore.cause.ContrastSearch Next to} an execution with the finding
 * stands one that lacks a decision, and so the finding; and how many of the executions that are
 * random after each decision show it.
 *
 * <p>An execution that is known is not repeated, and is the first of its replays. Replays of both
 * directions take turns, so that the first contradiction of either ends them.
 *
 * <p><b>Invariant.</b> What is called a cause was replayed in both directions: each replay with the
 * orders showed the finding, and in each replay with one of them reversed the test passed. That no
 * order decides is said of what was tried only.
 *
 * <p>Not done: several orders at once in schedules of more than a few decisions; decisions that are
 * not about which goroutine runs, such as the case of a select, are left as they are and may take
 * part; accesses to memory become no scheduling points where a schedule has decisions, which count
 * what its goroutines have done.
 */
@NullMarked
package dev.harrier.explore.cause;

import org.jspecify.annotations.NullMarked;
