package dev.harrier.analysis.engine;

import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
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

/** Asks the rules about stuck goroutines, and sees to it that one defect is told once. */
final class StuckReporter {
  private final List<StuckAnalysis> rules;
  private final StuckDetector detector;
  private final LongOpenHashSet told = new LongOpenHashSet();
  private final Set<TestId> deadlocked = new HashSet<>();

  StuckReporter(List<StuckAnalysis> rules, ProgramState program, Storyteller story) {
    this.rules = rules;
    this.detector = new StuckDetector(program, story);
  }

  List<Report> judge(Event.Checkpoint checkpoint) {
    List<Report> reports = new ArrayList<>();
    for (StuckGroup group : detector.groups(checkpoint, this::isTold)) {
      if (group.deadlocked()) {
        if (deadlocked.add(group.test())) {
          deadlock(group).ifPresent(reports::add);
        }
        group.members().forEach(this::tell);
      } else if (!deadlocked.contains(group.test()) || group.test().equals(TestId.NONE)) {
        leaks(group, reports);
      }
    }
    return reports;
  }

  /**
   * One report for a whole deadlock: nothing shows that the others would be stuck if the root were
   * not. What the root waits for is asked about first.
   */
  private Optional<Report> deadlock(StuckGroup group) {
    List<RootCause> causes = new ArrayList<>(group.causes());
    causes.sort(Comparator.comparing(cause -> !group.blames(cause)));
    for (StuckAnalysis rule : rules) {
      for (RootCause cause : causes) {
        Optional<Report> report = rule.explain(cause, group);
        if (report.isPresent()) {
          return report;
        }
      }
    }
    return Optional.empty();
  }

  private void leaks(StuckGroup group, List<Report> reports) {
    for (RootCause cause : group.causes()) {
      if (cause.members().stream().noneMatch(s -> isTold(s.id()))) {
        rules.stream()
            .map(rule -> rule.explain(cause, group))
            .flatMap(Optional::stream)
            .findFirst()
            .ifPresent(reports::add);
      }
      cause.members().forEach(this::tell);
      cause.behind().forEach(this::tell);
    }
  }

  private void tell(Stuck stuck) {
    told.add(stuck.id().value());
  }

  private boolean isTold(GoroutineId id) {
    return told.contains(id.value());
  }
}
