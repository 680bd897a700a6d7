package dev.harrier.analysis.engine;

import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckDetector;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.analysis.stuck.StuckProof;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.TestId;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Asks the rules about stuck goroutines, and reports each defect once. */
final class StuckReporter {
  private final List<StuckAnalysis> rules;
  private final StuckDetector detector;
  private final LongOpenHashSet reported = new LongOpenHashSet();
  private final Set<TestId> deadlocked = new HashSet<>();

  StuckReporter(List<StuckAnalysis> rules, ProgramState program, Explainer explainer) {
    this.rules = rules;
    this.detector = new StuckDetector(program, explainer);
  }

  List<Draft> report(Event.Checkpoint checkpoint) {
    List<Draft> drafts = new ArrayList<>();
    for (StuckGroup group : detector.groups(checkpoint, this::isReported)) {
      deadlocked.addAll(group.behind());
      if (group.deadlocked()) {
        if (deadlocked.add(group.test())) {
          deadlock(group).ifPresent(drafts::add);
        }
        group.members().forEach(this::markReported);
      } else if (!deadlocked.contains(group.test()) || group.test().equals(TestId.NONE)) {
        leaks(group, drafts);
      }
    }
    return drafts;
  }

  /**
   * One report for a whole deadlock: nothing shows that the others would be stuck if the root were
   * not. What the root waits for is asked about first.
   */
  private Optional<Draft> deadlock(StuckGroup group) {
    List<RootCause> causes = new ArrayList<>(group.causes());
    causes.sort(Comparator.comparing(cause -> !group.blames(cause)));
    for (StuckAnalysis rule : rules) {
      for (RootCause cause : causes) {
        Optional<Draft> draft = rule.explain(cause, group);
        if (draft.isPresent()) {
          return draft;
        }
      }
    }
    return Optional.empty();
  }

  private void leaks(StuckGroup group, List<Draft> drafts) {
    Map<FirstBlock, Optional<Draft>> alike = new HashMap<>();
    for (RootCause cause : group.causes()) {
      if (cause.members().stream().noneMatch(s -> isReported(s.id()))) {
        Optional<FirstBlock> block = FirstBlock.of(cause, group.program());
        Optional<Draft> draft =
            block.isPresent()
                ? alike.computeIfAbsent(block.get(), _ -> leak(cause, group))
                : leak(cause, group);
        draft.ifPresent(drafts::add);
      }
      cause.members().forEach(this::markReported);
      cause.behind().forEach(this::markReported);
    }
  }

  private Optional<Draft> leak(RootCause cause, StuckGroup group) {
    return rules.stream()
        .map(rule -> rule.explain(cause, group))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private void markReported(Stuck stuck) {
    reported.add(stuck.id().value());
  }

  private boolean isReported(GoroutineId id) {
    return reported.contains(id.value());
  }

  /**
   * What all that rules look at follows from, for a goroutine that has done nothing but block at a
   * lock or a channel and is a cause of its own: thousands may have it in common, and are explained
   * once.
   */
  private record FirstBlock(
      BlockReason reason,
      StuckProof proof,
      ObjectId object,
      StackId stack,
      TestId test,
      GoroutineId parent,
      StackId createdAt) {
    static Optional<FirstBlock> of(RootCause cause, ProgramState program) {
      Stuck stuck = cause.first();
      return cause.cyclic() || !cause.behind().isEmpty() || !isPlain(stuck)
          ? Optional.empty()
          : stuck.goroutine().block().map(block -> of(stuck, block, program));
    }

    private static FirstBlock of(Stuck stuck, Event.Block block, ProgramState program) {
      Goroutine facts = program.trace().goroutine(stuck.id());
      return new FirstBlock(
          stuck.reason(),
          stuck.proof(),
          block.object(),
          block.stack(),
          program.testOf(stuck.id()),
          facts.parent(),
          facts.createdAt());
    }

    private static boolean isPlain(Stuck stuck) {
      return stuck.goroutine().operations() == 1
          && (stuck.reason().isLock()
              || stuck.reason() == BlockReason.CHAN_SEND
              || stuck.reason() == BlockReason.CHAN_RECEIVE);
    }
  }
}
