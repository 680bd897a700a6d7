package dev.harrier.explore.worker;

import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.analysis.engine.Folding;
import dev.harrier.analysis.engine.Rules;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.failure.TestFailure;
import dev.harrier.analysis.race.SeenRaces;
import dev.harrier.explore.canon.CanonicalTrace;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Observations;
import dev.harrier.explore.observe.Observer;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.Trace;
import dev.harrier.toolchain.run.RaceLogs;
import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.sanitizer.RaceLog;
import dev.harrier.tracing.table.Symbolizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Reads the traces of one execution. */
final class Examination {
  private final AnalysisContext context;
  private final Symbolizer symbols;
  private final RaceLogs races;
  private final List<Observation<?>> observed;
  private final Detail detail;
  private final Schedule schedule;
  private final boolean outOfTime;
  private final String output;
  private final BooleanSupplier unwanted;
  private final List<AnalysisResult> results = new ArrayList<>();
  private boolean leads;
  private Optional<CanonicalTrace> canonical = Optional.empty();
  private Observations observations = Observations.none();
  private Interleaving interleaving = Interleaving.NONE;
  private final List<Event.Choice> choices = new ArrayList<>();
  private boolean missesRaces;
  private final Set<String> failedTests = new HashSet<>();
  private final Set<String> skippedTests = new HashSet<>();

  /**
   * @param symbols of the program; its children are taken for runs of the same executable
   * @param races where the race detector wrote
   * @param observed what to record of the process that was started
   * @param detail what is wanted of it
   * @param schedule under which it went
   * @param outOfTime whether it was ended because its time was up
   * @param output what it printed, or the end of it, if it did not end well
   * @param unwanted asked again and again while a trace is read: once it holds, the reading ends
   */
  Examination(
      AnalysisContext context,
      Symbolizer symbols,
      RaceLogs races,
      List<Observation<?>> observed,
      Detail detail,
      Schedule schedule,
      boolean outOfTime,
      String output,
      BooleanSupplier unwanted) {
    this.outOfTime = outOfTime;
    this.output = output;
    this.unwanted = unwanted;
    this.context = context;
    this.races = races;
    this.observed = observed;
    this.detail = detail;
    this.schedule = schedule;
    this.symbols = symbols;
  }

  /** Reads the trace of the process that was started. */
  void leader(Path trace) throws IOException {
    read(trace, Catalog.rules(), true);
  }

  /** Reads the trace of a process that the program started. */
  void child(Path trace) throws IOException {
    read(trace, Catalog.childRules(), false);
  }

  private void read(Path file, Rules rules, boolean leader) throws IOException {
    try (RecordedTrace trace = RecordedTrace.open(file, _ -> symbols)) {
      CanonicalTrace form = new CanonicalTrace(trace);
      Observer observer =
          new Observer(observed, new Observation.Execution(trace, context, schedule, detail));
      boolean inWords = detail == Detail.WORDS;
      InterleavingLog turns = new InterleavingLog(trace, context);
      SeenRaces seen = new SeenRaces(RaceLog.read(races.of(trace.header().pid())), trace, context);
      TestFailure failures = new TestFailure(trace, context);
      Set<String> raced = new HashSet<>();
      Engine engine = new Engine(rules, context, unwanted);
      Consumer<Event> also =
          event -> {
            seen.see(event);
            if (event instanceof Event.Input input) {
              failures.see(input);
            }
            if (event instanceof Event.TestFail fail) {
              if (seen.explains(fail)) {
                raced.add(trace.test(fail.test()).name());
              } else if (!isOfDriver(trace.stack(fail.stack()))) {
                failures.see(fail);
              }
            }
            if (leader) {
              observer.see(event);
            }
            see(trace, event, leader);
            if (inWords) {
              form.see(event);
              turns.see(event);
            }
          };
      AnalysisResult result =
          (leader && outOfTime ? engine.runToTimeLimit(trace, also) : engine.run(trace, also))
              .map(this::ifBusy)
              .plus(seen.findings())
              .plus(
                  leader && schedule instanceof Schedule.Controlled
                      ? failures.findings(output)
                      : List.of());
      failedTests.removeAll(raced);
      missesRaces |= trace.missesRaces();
      results.add(inWords ? result.map(finding -> tabled(finding, turns)) : result);
      if (leader) {
        leads = true;
        observations =
            observer.end(
                new Recorder.Ended(
                    result.findings(),
                    result.completeness() instanceof Completeness.Whole
                        && !outOfTime
                        && !trace.missesRaces()));
        if (inWords) {
          canonical = Optional.of(form);
          interleaving = turns.all();
        }
      }
    }
  }

  /**
   * A test that still works at a limit may only be long: one that runs, sleeps or waits for I/O
   * itself, or waits for goroutines of which one runs. On the virtual clock its own limit is over
   * in no time where it asks every now and then whether something outside has happened. The limit
   * of an execution is one of real time, which proves nothing: how far the test was by then is up
   * to the machine.
   */
  private Finding ifBusy(Finding finding) {
    if (!(finding.defect() instanceof Defect.TimedOut(Optional<BlockReason> blocked))) {
      return finding;
    }
    boolean stuck = finding.explanation().has(new Evidence.ReleasersStuck());
    if (blocked.isEmpty() || (anyRuns(finding) && !stuck)) {
      return finding.suspicious(new Doubt.StillBusy());
    }
    return outOfTime && !stuck ? finding.suspicious(new Doubt.EndedByLimit()) : finding;
  }

  private static boolean anyRuns(Finding finding) {
    return finding.participants().stream()
        .anyMatch(p -> p.condition() instanceof Participant.Condition.Running);
  }

  private static Finding tabled(Finding finding, InterleavingLog turns) {
    return finding.with(finding.witness().with(turns.of(finding)));
  }

  private void see(Trace trace, Event event, boolean leader) {
    switch (event) {
      case Event.TestFail fail when leader && !isOfDriver(trace.stack(fail.stack())) ->
          failedTests.add(trace.test(fail.test()).name());
      // How a child ends, which the test has started, is for the test to judge.
      case Event.TestEnd end when leader && end.status() == Event.TestStatus.FAILED ->
          failedTests.add(trace.test(end.test()).name());
      case Event.TestEnd end when end.status() == Event.TestStatus.SKIPPED ->
          skippedTests.add(trace.test(end.test()).name());
      case Event.Choice choice when leader -> see(choice);
      default -> {
        // The rest is for the analyses.
      }
    }
  }

  private void see(Event.Choice choice) {
    if (!choice.kind().isAlternative() && choices.size() < Result.MAX_CHOICES) {
      choices.add(choice);
    }
  }

  /**
   * Whether the driver of tests itself says that a test failed: because it panicked, as a rule, and
   * then that is no account of the test's own. A test that ends is recorded to have failed besides.
   */
  private static boolean isOfDriver(Stack stack) {
    return stack.frames().stream()
        .map(Site::function)
        .filter(function -> !function.startsWith("testing.(*common)."))
        .findFirst()
        .filter(function -> function.startsWith("testing.tRunner."))
        .isPresent();
  }

  List<Event.Choice> choices() {
    return choices;
  }

  List<Finding> findings() {
    return Folding.fold(results.stream().flatMap(r -> r.findings().stream()).toList());
  }

  /** Whether the process that was started left a trace. */
  boolean hasLeader() {
    return leads;
  }

  /** Empty if the process left no trace, or its events are not wanted in words. */
  Optional<CanonicalTrace> canonical() {
    return canonical;
  }

  Observations observations() {
    return observations;
  }

  Interleaving interleaving() {
    return interleaving;
  }

  Completeness completeness() {
    return results.stream()
        .map(AnalysisResult::completeness)
        .filter(completeness -> !(completeness instanceof Completeness.Whole))
        .findFirst()
        .orElse(new Completeness.Whole());
  }

  boolean missesRaces() {
    return missesRaces;
  }

  int processes() {
    return results.size();
  }

  long events() {
    return results.stream().mapToLong(AnalysisResult::events).sum();
  }

  Set<String> failedTests() {
    return failedTests;
  }

  Set<String> skippedTests() {
    return skippedTests;
  }
}
