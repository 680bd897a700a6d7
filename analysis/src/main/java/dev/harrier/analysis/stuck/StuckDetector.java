package dev.harrier.analysis.stuck;

import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.state.TestState;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineStatus;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Role;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.TestId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Decides at a checkpoint which goroutines are stuck, with which proof, and groups them by test.
 */
public final class StuckDetector {
  /** From so many pauses on, one after the other in one place, it is a loop. */
  private static final int LOOP = 3;

  /** Retries mostly end before so many rounds. */
  private static final int MANY_ROUNDS = 16;

  private final ProgramState program;
  private final Explainer explainer;
  private final TestLeftovers leftovers;
  private Set<ObjectId> awaited = Set.of();
  private long awaitedAt = -1;

  public StuckDetector(ProgramState program, Explainer explainer) {
    this.program = program;
    this.explainer = explainer;
    this.leftovers = new TestLeftovers(program, explainer);
  }

  /**
   * The groups that something can be said about. Goroutines for which {@code known} holds stay in
   * the graph of their group as long as a new goroutine is with them, so that what waits for them
   * is blamed on them.
   */
  public List<StuckGroup> groups(Event.Checkpoint checkpoint, Predicate<GoroutineId> known) {
    boolean quiet = isQuiet(checkpoint);
    boolean crash = checkpoint.reason() == CheckpointReason.CRASH;
    boolean late = checkpoint.reason() == CheckpointReason.TIMEOUT;
    Set<GoroutineId> inWaitCycle =
        isEnd(checkpoint) || crash || late ? inWaitCycle(checkpoint) : Set.of();
    Map<TestId, List<Stuck>> byTest = new LinkedHashMap<>();
    for (Event.Checkpoint.GoroutineState seen : checkpoint.goroutines()) {
      candidate(checkpoint, seen, quiet)
          .map(s ->
              !s.proof().isConclusive() && inWaitCycle.contains(s.id())
                  ? s.withProof(StuckProof.WAIT_CYCLE)
                  : s)
          // Transient blocking is normal.
          .filter(s -> !crash || s.proof().isConclusive())
          .ifPresent(
              s -> byTest.computeIfAbsent(program.testOf(s.id()), _ -> new ArrayList<>()).add(s));
    }
    List<StuckOfTest> tests = new ArrayList<>();
    byTest.forEach((test, stuck) -> {
      Optional<Stuck> root = stuck.stream().filter(s -> isRoot(s, test)).findFirst();
      List<Stuck> members =
          root.isPresent() ? stuck : stuck.stream().filter(s -> isLeaked(s, checkpoint)).toList();
      tests.add(new StuckOfTest(test, root, members));
    });
    return joined(tests, known).stream()
        .filter(test -> test.members().stream().anyMatch(s -> !known.test(s.id())))
        .map(test -> StuckGroup.of(program, explainer, checkpoint, test))
        .toList();
  }

  private List<StuckOfTest> joined(List<StuckOfTest> tests, Predicate<GoroutineId> known) {
    if (tests.size() < 2 || tests.stream().allMatch(test -> test.root().isEmpty())) {
      return tests;
    }
    List<Stuck> all = tests.stream().flatMap(test -> test.members().stream()).toList();
    return StuckOfTest.joined(tests, program, StuckGroup.graph(program, explainer, all), known);
  }

  /**
   * No goroutine but the goroutine that takes the checkpoint can run, no timer is set, no I/O is
   * pending. A goroutine that waits for the runtime itself, such as for a collection, will
   * continue. So could a goroutine other than main that ends the process: it was at work, and the
   * others waited for it.
   */
  private boolean isQuiet(Event.Checkpoint checkpoint) {
    boolean mayBe =
        switch (checkpoint.reason()) {
          case PROCESS_END, CUT_OFF, DEADLOCK, QUIESCENCE, BUBBLE -> true;
          // Else the collector was asked at that moment, and its answer counts.
          case TIMEOUT -> !program.trace().asksCollector();
          case TEST_END, PERIODIC, CRASH, STALLED -> false;
        };
    return mayBe
        && !endsAtWork(checkpoint)
        && checkpoint.timers() == 0
        && checkpoint.pollWaiters() == 0
        && checkpoint.goroutines().stream()
            .allMatch(g ->
                isAsleep(g) || g.id().equals(checkpoint.goroutine()) || waitsInside(checkpoint, g));
  }

  /**
   * Whether it waits for a connection or a pipe that is carried in memory, as for another
   * goroutine: no goroutine waits for I/O from outside. Connections that are left open when the
   * process ends are no loss.
   */
  private static boolean waitsInside(
      Event.Checkpoint checkpoint, Event.Checkpoint.GoroutineState seen) {
    return checkpoint.reason() == CheckpointReason.QUIESCENCE
        && checkpoint.pollWaiters() == 0
        && seen.status() == GoroutineStatus.WAITING
        && seen.reason() == BlockReason.IO;
  }

  private static boolean isEnd(Event.Checkpoint checkpoint) {
    return checkpoint.reason() == CheckpointReason.PROCESS_END
        || checkpoint.reason() == CheckpointReason.CUT_OFF;
  }

  /**
   * Goroutines that wait for a lock that is held, over any number of such steps, by the goroutine
   * itself: stuck for good, whatever else continues in the program.
   */
  private Set<GoroutineId> inWaitCycle(Event.Checkpoint checkpoint) {
    Handovers handovers = Handovers.of(program, explainer);
    List<Stuck> waiters =
        checkpoint.goroutines().stream()
            .filter(seen -> !isActive(seen.status()) && seen.reason().isLock())
            .map(seen -> new Stuck(program.goroutine(seen.id()), seen.reason(), StuckProof.NONE))
            .filter(stuck -> stuck.awaited().stream().noneMatch(handovers::isHandedOff))
            .toList();
    return new WaitGraph(program, handovers, Senders.unknown(), waiters)
        .rootCauses().stream()
            .filter(RootCause::cyclic)
            .flatMap(cause -> cause.members().stream())
            .map(Stuck::id)
            .collect(Collectors.toSet());
  }

  private boolean endsAtWork(Event.Checkpoint checkpoint) {
    return checkpoint.reason() == CheckpointReason.PROCESS_END
        && !checkpoint.goroutine().equals(GoroutineId.NONE)
        && !program.hasTests()
        && !isMain(program.goroutine(checkpoint.goroutine()));
  }

  /** Whether it is blocked on what only another goroutine can change. */
  public static boolean isAsleep(Event.Checkpoint.GoroutineState seen) {
    return !isActive(seen.status()) && seen.reason().isSynchronization();
  }

  static boolean isActive(GoroutineStatus status) {
    return switch (status) {
      case RUNNING, RUNNABLE, SYSCALL -> true;
      case WAITING, LEAKED, TICKING, POLLING -> false;
    };
  }

  private Optional<Stuck> candidate(
      Event.Checkpoint checkpoint, Event.Checkpoint.GoroutineState seen, boolean quiet) {
    if (seen.id().equals(checkpoint.goroutine()) || program.trace().goroutine(seen.id()).system()) {
      return Optional.empty();
    }
    GoroutineState state = program.goroutine(seen.id());
    if (seen.status() == GoroutineStatus.POLLING && seen.reason() == BlockReason.SLEEP) {
      return sleeps(checkpoint, seen, state).map(proof -> new Stuck(state, seen.reason(), proof));
    }
    if (seen.status() == GoroutineStatus.POLLING) {
      return polls(checkpoint, seen, state).map(proof -> new Stuck(state, seen.reason(), proof));
    }
    if (seen.status() == GoroutineStatus.WAITING
        && seen.reason() != BlockReason.SELECT
        && checkpoint.reason() == CheckpointReason.PROCESS_END
        && pausesOn(state, checkpoint)) {
      StuckProof proof = seen.reason() == BlockReason.SLEEP ? StuckProof.SLEEPS : StuckProof.TICKS;
      return Optional.of(new Stuck(state, seen.reason(), proof));
    }
    boolean forInput = quiet && waitsInside(checkpoint, seen);
    if (forInput && !program.peersMayBeGone()) {
      return Optional.of(new Stuck(state, seen.reason(), StuckProof.QUIESCENCE));
    }
    if (isActive(seen.status()) || !seen.reason().isSynchronization()) {
      // A test that runs, sleeps or reads at its time limit is no deadlock, but it is late.
      boolean late = checkpoint.reason() == CheckpointReason.TIMEOUT || forInput;
      return late && !state.runs().equals(TestId.NONE)
          ? Optional.of(new Stuck(state, BlockReason.OTHER, StuckProof.TIME_LIMIT))
          : Optional.empty();
    }
    Stack at = explainer.standsAt(state);
    if (explainer.frames().waitsForTest(at)) {
      return Optional.empty();
    }
    Stuck stuck = new Stuck(state, seen.reason(), StuckProof.NONE);
    if (seen.status() == GoroutineStatus.LEAKED) {
      // Of a wait on nothing, the source says why it never ends.
      return Optional.of(
          stuck.withProof(stuck.isHopeless() ? StuckProof.INTRINSIC : StuckProof.COLLECTOR));
    }
    // Only the end shows that it continued until then.
    if (seen.status() == GoroutineStatus.TICKING
        && checkpoint.reason() == CheckpointReason.PROCESS_END) {
      return explainer.mayStopPolling(state)
          ? pollsOn(state, checkpoint).map(stuck::withProof)
          : Optional.of(stuck.withProof(StuckProof.TICKER));
    }
    // Of coroutines the collector knows whether they can still be asked for a value.
    if (seen.reason() == BlockReason.COROUTINE && state.runs().equals(TestId.NONE)) {
      return Optional.empty();
    }
    if (quiet && !program.hasTests() && isAbandoned(stuck, checkpoint)) {
      return Optional.of(stuck.withProof(StuckProof.ABANDONED));
    }
    boolean waitsForMore = isIdle(stuck, checkpoint) || stuck.isMixedSelect();
    if (quiet && !waitsForMore) {
      return Optional.of(stuck.withProof(StuckProof.QUIESCENCE));
    }
    if (checkpoint.reason() == CheckpointReason.PROCESS_END
        && leftovers.holdsFor(stuck, checkpoint)) {
      return Optional.of(stuck.withProof(StuckProof.OUTLIVES_TEST));
    }
    if (quiet) {
      return Optional.of(stuck.withProof(StuckProof.QUIESCENCE));
    }
    if (stuck.isHopeless() && checkpoint.reason() != CheckpointReason.CRASH) {
      return Optional.of(stuck.withProof(StuckProof.INTRINSIC));
    }
    return switch (checkpoint.reason()) {
      case TIMEOUT -> Optional.of(stuck.withProof(StuckProof.TIME_LIMIT));
      case PROCESS_END, CUT_OFF, CRASH -> Optional.of(stuck);
      case TEST_END, PERIODIC, DEADLOCK, QUIESCENCE, BUBBLE, STALLED -> Optional.empty();
    };
  }

  /**
   * Whether a goroutine in a select with a timer runs forever. The collector has found that its
   * other channels are reached only by such goroutines; so it does, if the loops of all of these
   * can be ended only by such channels. Those of other tests can't have to do with it, for what
   * tests share a global variable leads to.
   */
  private Optional<StuckProof> polls(
      Event.Checkpoint checkpoint, Event.Checkpoint.GoroutineState seen, GoroutineState state) {
    if (seen.reason() != BlockReason.SELECT) {
      return Optional.empty();
    }
    boolean forever =
        checkpoint.goroutines().stream()
            .filter(StuckDetector::isWokenByTime)
            .filter(other -> other.reason() != BlockReason.SLEEP)
            .filter(other -> mayKnow(program.testOf(other.id()), program.testOf(seen.id())))
            .allMatch(other ->
                other.reason() == BlockReason.SELECT
                    && explainer.pollsForever(program.goroutine(other.id())));
    if (forever) {
      return Optional.of(StuckProof.POLLS);
    }
    // The time limit of a context that it made, not for one round, may end the loop.
    return explainer.ownContexts(state) > 0 ? Optional.empty() : pollsOn(state, checkpoint);
  }

  private static boolean isWokenByTime(Event.Checkpoint.GoroutineState seen) {
    return seen.status() == GoroutineStatus.POLLING || seen.status() == GoroutineStatus.TICKING;
  }

  /**
   * Whether a goroutine sleeps forever, or only again and again. The collector has found that what
   * it refers to is reached only by goroutines that only time wakes. It sleeps forever if its loop
   * ends only when memory changes, and none of these goroutines writes that memory, because all of
   * them are in such loops. A goroutine of the same test that may not be in one could write it.
   */
  private Optional<StuckProof> sleeps(
      Event.Checkpoint checkpoint, Event.Checkpoint.GoroutineState seen, GoroutineState state) {
    boolean forever =
        explainer.pollsForever(state)
            && checkpoint.goroutines().stream()
                .filter(other -> !other.id().equals(checkpoint.goroutine()))
                .filter(other -> !program.trace().goroutine(other.id()).system())
                .filter(other -> mayKnow(program.testOf(other.id()), program.testOf(seen.id())))
                .allMatch(this::leavesMemoryAlone);
    if (forever) {
      return Optional.of(StuckProof.SLEEPS_IN_VAIN);
    }
    return checkpoint.reason() == CheckpointReason.PROCESS_END && pausesOn(state, checkpoint)
        ? Optional.of(StuckProof.SLEEPS)
        : Optional.empty();
  }

  private boolean leavesMemoryAlone(Event.Checkpoint.GoroutineState other) {
    if (isWokenByTime(other)) {
      return (other.reason() == BlockReason.SELECT || other.reason() == BlockReason.SLEEP)
          && explainer.pollsAlone(program.goroutine(other.id()));
    }
    boolean ofNoTest = program.testOf(other.id()).equals(TestId.NONE);
    // Those that can run, or wait for I/O, are where the collector begins.
    return switch (other.status()) {
      case WAITING ->
          !other.reason().isLock()
              && (ofNoTest
                  || (other.reason() != BlockReason.SLEEP && other.reason() != BlockReason.SELECT));
      case RUNNING, RUNNABLE, SYSCALL, LEAKED, TICKING, POLLING -> true;
    };
  }

  /** No proof, but many rounds. */
  private Optional<StuckProof> pollsOn(GoroutineState state, Event.Checkpoint checkpoint) {
    return state.pauses() >= MANY_ROUNDS && pausesOn(state, checkpoint)
        ? Optional.of(StuckProof.POLLS_PERHAPS)
        : Optional.empty();
  }

  /** Whether what one test made may be known in the other one: they are subtests of one test. */
  private boolean mayKnow(TestId one, TestId other) {
    return one.equals(TestId.NONE)
        || other.equals(TestId.NONE)
        || outermost(one).equals(outermost(other));
  }

  private String outermost(TestId test) {
    return program.trace().test(test).name().split("/", 2)[0];
  }

  /**
   * Whether it pauses again and again and would do so on: it began another pause after its test, or
   * is in a sleep that is not over yet. One that should have woken before had no chance to end; nor
   * had one that waits for its next tick, since the end of a process is put off only for sleeps.
   */
  private boolean pausesOn(GoroutineState state, Event.Checkpoint checkpoint) {
    return state.pauses() >= LOOP
        && state
            .block()
            .filter(pause ->
                program.hadEnded(program.testOf(state.id()), pause.order())
                    || (pause.reason() == BlockReason.SLEEP
                        && checkpoint.nanos() - pause.nanos() < state.shortestPause()))
            .isPresent();
  }

  /** A worker that holds a lock which another goroutine waits for is no idle one. */
  private boolean isIdle(Stuck stuck, Event.Checkpoint checkpoint) {
    if (!stuck.isIdle()) {
      return false;
    }
    List<Event.Acquire> holds = stuck.goroutine().holds();
    return holds.isEmpty()
        || holds.stream().map(Event.Acquire::lock).noneMatch(awaitedAt(checkpoint)::contains);
  }

  /** What a goroutine waits for at a checkpoint; kept until the next one. */
  private Set<ObjectId> awaitedAt(Event.Checkpoint checkpoint) {
    if (checkpoint.order() != awaitedAt) {
      awaitedAt = checkpoint.order();
      awaited =
          checkpoint.goroutines().stream()
              .map(seen -> program.live(seen.id()).flatMap(GoroutineState::block))
              .flatMap(Optional::stream)
              .map(Event.Block::object)
              .collect(Collectors.toSet());
    }
    return awaited;
  }

  /**
   * Whether a goroutine of a program without tests waits like an idle worker, but none of those
   * that ever gave it work can do so again: at the end of the program a worse sign than in its
   * middle.
   */
  private boolean isAbandoned(Stuck stuck, Event.Checkpoint checkpoint) {
    return checkpoint.reason() == CheckpointReason.PROCESS_END
        && isIdle(stuck, checkpoint)
        && !isMain(stuck.goroutine())
        && stuck.awaited().stream()
            .map(id -> program.object(id).participants())
            .noneMatch(
                users -> users.with(Role.SENT).stream().anyMatch(checkpoint.goroutine()::equals));
  }

  /**
   * Whether a stuck goroutine is the one whose end its test waits for. The main goroutine counts
   * only where the runtime found the whole program stuck: a main that sleeps in a select for good
   * while others work is a common way to write a server.
   */
  private boolean isRoot(Stuck stuck, TestId test) {
    if (!test.equals(TestId.NONE)) {
      return program.running(test).map(TestState::goroutine).filter(stuck.id()::equals).isPresent();
    }
    return isMain(stuck.goroutine()) && stuck.proof() == StuckProof.QUIESCENCE;
  }

  private boolean isMain(GoroutineState state) {
    return program.trace().goroutine(state.id()).isMain();
  }

  /** Whether a stuck goroutine whose test can continue, or has gone on, is worth a finding. */
  private boolean isLeaked(Stuck stuck, Event.Checkpoint checkpoint) {
    if (isMain(stuck.goroutine()) && stuck.proof() != StuckProof.WAIT_CYCLE) {
      return false;
    }
    boolean atEnd = isEnd(checkpoint);
    // Transient blocking is normal.
    boolean endsInOrder = checkpoint.reason() == CheckpointReason.PROCESS_END;
    boolean tested = !program.testOf(stuck.id()).equals(TestId.NONE);
    return switch (stuck.proof()) {
      case COLLECTOR, WAIT_CYCLE, OUTLIVES_TEST -> true;
      case TICKER -> tested && program.running(program.testOf(stuck.id())).isEmpty();
      case SLEEPS_IN_VAIN, SLEEPS, TICKS, POLLS, POLLS_PERHAPS ->
          tested
              && program.running(program.testOf(stuck.id())).isEmpty()
              && !stuck.goroutine().bornGuarded()
              && !explainer.frames().isInitialization(explainer.createdAt(stuck.id()));
      case INTRINSIC -> program.running(program.testOf(stuck.id())).isEmpty() && (tested || atEnd);
      case QUIESCENCE ->
          checkpoint.reason() == CheckpointReason.BUBBLE
              || (stuck.reason() != BlockReason.IO
                  && !isIdle(stuck, checkpoint)
                  && !stuck.isMixedSelect()
                  && !explainer.frames().isInitialization(explainer.createdAt(stuck.id())));
      case NONE ->
          (tested || (endsInOrder && !program.hasTests()))
              && !stuck.isIdle()
              && !stuck.isMixedSelect();
      case ABANDONED ->
          !stuck.isMixedSelect()
              && !explainer.frames().isInitialization(explainer.createdAt(stuck.id()));
      case TIME_LIMIT -> false;
    };
  }
}
