package dev.harrier.analysis.stuck;

import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.TestId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The stuck goroutines of one test, or of the program outside tests.
 *
 * @param test NONE outside tests
 * @param root the goroutine that runs the test (or {@code main}), if it is itself stuck: then the
 *     group is deadlocked
 * @param behind other tests whose own goroutines are stuck behind a member; the members that show
 *     it are in this group
 */
public record StuckGroup(
    ProgramState program,
    Explainer explainer,
    Event.Checkpoint checkpoint,
    TestId test,
    Optional<Stuck> root,
    List<Stuck> members,
    Set<TestId> behind,
    WaitGraph graph,
    List<RootCause> causes) {
  public StuckGroup {
    members = List.copyOf(members);
    behind = Set.copyOf(behind);
    causes = List.copyOf(causes);
  }

  static StuckGroup of(
      ProgramState program, Explainer explainer, Event.Checkpoint checkpoint, StuckOfTest stuck) {
    WaitGraph graph = graph(program, explainer, stuck.members());
    // Every run is to report a cycle alike, whichever of its goroutines came first. A wait under a
    // lock says more than a wait for that lock.
    Comparator<Stuck> order =
        Comparator.comparing((Stuck member) -> member.reason().isLock())
            .thenComparing(
                explainer.frames().byPlace(member -> explainer.standsAt(member.goroutine())))
            .thenComparingLong(member -> member.id().value());
    return new StuckGroup(
        program,
        explainer,
        checkpoint,
        stuck.test(),
        stuck.root(),
        stuck.members(),
        stuck.behind(),
        graph,
        graph.rootCauses().stream().map(cause -> cause.beginningWith(order)).toList());
  }

  static WaitGraph graph(ProgramState program, Explainer explainer, List<Stuck> stuck) {
    return new WaitGraph(
        program, Handovers.of(program, explainer), Senders.of(program, explainer), stuck);
  }

  /** Whether the test itself can't continue, so that the others may merely be waiting for it. */
  public boolean deadlocked() {
    return root.isPresent();
  }

  /** A goroutine that waits for a lock, and one acquisition of that lock. */
  public record BlockedByHold(Stuck waiter, Event.Acquire hold) {}

  /**
   * What members of a root cause wait for: the holds of their locks that no goroutine but the
   * holder can be meant to end. Another goroutine may end the others.
   */
  public Stream<BlockedByHold> heldForGood(RootCause cause) {
    HeldLocks locks = new HeldLocks(program, graph.handovers());
    return cause.members().stream()
        .flatMap(stuck ->
            stuck.awaited().stream()
                .flatMap(id ->
                    program.object(id) instanceof LockState lock
                        ? lock.holders().stream()
                        : Stream.empty())
                .map(hold -> new BlockedByHold(stuck, hold)))
        .filter(blocked -> locks.isHeldForGood(blocked.waiter(), blocked.hold()));
  }

  /**
   * Whether every goroutine that was ever seen to release what the root waits for, over any number
   * of steps, is stuck or has exited.
   */
  public boolean waitsForStuckOnly() {
    Set<GoroutineId> stuck =
        members.stream()
            .filter(member -> member.reason().isSynchronization())
            .map(Stuck::id)
            .collect(Collectors.toSet());
    return root.filter(new ClosedWait(program, graph, stuck)::holdsFor).isPresent();
  }

  /**
   * Whether what the root waits for comes down to this cause, or there is no stuck root. Where it
   * comes down to a connection whose other end is in the process, no one knows who is to use that:
   * goroutines that wait for each other's locks are the cause then.
   */
  public boolean blames(RootCause cause) {
    if (root.isEmpty()) {
      return true;
    }
    RootCause own = causes.stream().filter(this::concernsRoot).findFirst().orElse(cause);
    boolean isConnection = !own.cyclic() && own.first().reason() == BlockReason.IO;
    return isConnection
        ? cause.equals(causes.stream().filter(StuckGroup::isOfLocks).findFirst().orElse(own))
        : concernsRoot(cause);
  }

  private boolean concernsRoot(RootCause cause) {
    return root.filter(r -> cause.members().contains(r) || cause.behind().contains(r)).isPresent();
  }

  private static boolean isOfLocks(RootCause cause) {
    return cause.cyclic() && cause.members().stream().allMatch(stuck -> stuck.reason().isLock());
  }
}
