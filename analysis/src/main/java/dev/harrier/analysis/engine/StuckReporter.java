package dev.harrier.analysis.engine;

import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckDetector;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.TestId;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
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
    for (RootCause cause : group.causes()) {
      if (cause.members().stream().noneMatch(s -> isReported(s.id()))) {
        rules.stream()
            .map(rule -> rule.explain(cause, group))
            .flatMap(Optional::stream)
            .findFirst()
            .ifPresent(drafts::add);
      }
      cause.members().forEach(this::markReported);
      cause.behind().forEach(this::markReported);
    }
  }

  private void markReported(Stuck stuck) {
    reported.add(stuck.id().value());
  }

  private boolean isReported(GoroutineId id) {
    return reported.contains(id.value());
  }
}
