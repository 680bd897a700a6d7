/**
 * Explorations that several machines make together, over NATS JetStream. One server or cluster may
 * carry many campaigns; all that belongs to one is named after it:
 *
 * <pre>
 * stream harrier-NAME                 work: turns of targets, and findings to be confirmed
 * bucket harrier-NAME-campaign        what is explored (sources, versions, flags), and whether to stop
 * bucket harrier-NAME-corpus          for each target: executions, schedules that showed findings
 * bucket harrier-NAME-coverage        for each source file: what its usages of concurrency did
 * bucket harrier-NAME-findings        for each fingerprint: the finding with its best replay
 * bucket harrier-NAME-workers         who is there; a worker that says nothing for a while is gone
 * </pre>
 *
 * <p><b>Work.</b> A turn is a message: explore this target for so many executions, from this number
 * on. It is acknowledged when its results are kept, and delivered again when the worker falls
 * silent. The message of the next turn is published before that acknowledgement, at the end of the
 * queue: so every target has its turn before any has its second, and those whose turns brought
 * something get longer ones.
 *
 * <p><b>Invariants.</b> Executions of a target count when its entry in the corpus is changed from
 * the number at which the turn began, by compare-and-swap, so a turn that two workers took counts
 * once. Findings are kept before the executions that showed them count, so none is lost with a
 * worker. A finding is announced when another worker's replay has shown it.
 *
 * <p><b>Limits.</b> Coverage, schedules and findings are shared while a campaign runs; orders of
 * messages and reversals stay with the worker that found them. Each worker builds its own binaries.
 */
@NullMarked
package dev.harrier.campaign;

import org.jspecify.annotations.NullMarked;
