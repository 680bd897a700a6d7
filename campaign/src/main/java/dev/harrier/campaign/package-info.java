/**
 * Explorations that several machines make together, over NATS JetStream. One server or cluster may
 * carry many campaigns; all that belongs to one is named after it:
 *
 * <pre>
 * stream harrier-NAME                 work: explorations of targets, and findings to be confirmed
 * bucket harrier-NAME-campaign        what is explored (sources, versions, flags), and whether to stop
 * bucket harrier-NAME-findings        for each fingerprint: the finding with its best replay
 * bucket harrier-NAME-corpus          what workers learn, of each kind of {@link Entries}
 * bucket harrier-NAME-alive           which workers are there, and which builds what; forgotten when it is not renewed
 * objects harrier-NAME-objects        programs, the list of packages and large findings, by the SHA-256 of them
 * bucket harrier-explored             of all campaigns: in which state a package was explored last
 * </pre>
 *
 * <p><b>Work.</b> A work item is a message: explore this target for so many executions, from this
 * number on. It is acknowledged when its results are kept, and delivered again when the worker
 * falls silent. A work item needs no server; its end waits for one. The message of the next item is
 * published before that acknowledgement, at the end of the queue: so every target has its first
 * item before any has its second, and those whose items brought something get longer ones.
 *
 * <p><b>Invariants.</b> Executions of a target count when its entry in the corpus is changed from
 * the number at which the item began, by compare-and-swap, so a work item that two workers took
 * counts once. Findings are kept before the executions that showed them count, so none is lost with
 * a worker. A finding is announced when another worker's replay has shown it.
 *
 * <p><b>Programs.</b> The worker that is first to need a program claims it, builds it and puts it
 * into the store of objects; all others bring it from there. A worker without Go brings all of
 * them.
 *
 * <p><b>Limits.</b> Orders of messages and reversals are not shared themselves, but the schedules
 * that showed them: a worker that repeats one learns the same.
 */
@NullMarked
package dev.harrier.campaign;

import org.jspecify.annotations.NullMarked;
