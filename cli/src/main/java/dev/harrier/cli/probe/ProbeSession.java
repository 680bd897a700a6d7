package dev.harrier.cli.probe;

import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.exploring.FuzzJob;
import dev.harrier.cli.exploring.GeneratedOverlays;
import dev.harrier.cli.exploring.Witnesses;
import dev.harrier.cli.fuzzing.BegunRun;
import dev.harrier.cli.fuzzing.FuzzSession;
import dev.harrier.cli.fuzzing.Purpose;
import dev.harrier.cli.gocommand.Host;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.guide.GuideAround;
import dev.harrier.explore.guide.OverlapGuide;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.prepare.Selection;
import dev.harrier.model.ending.ProbeNote;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.vet.load.Exporter;
import dev.harrier.vet.load.VetException;
import dev.harrier.vet.load.VetRequest;
import dev.harrier.vet.probe.Orders;
import dev.harrier.vet.probe.Probe;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One {@code harrier probe}: write tests, learn the orders of their calls, explore, report. */
final class ProbeSession {
  /**
   * The calls of a scenario are made in several orders by one execution, each with an object of its
   * own, before the compiler has seen much: it takes as long as four to eight executions of the
   * scenario.
   */
  private static final int ORDERS_AT_ONCE = 5;

  private final CommandContext context;
  private final OutputOptions output;
  private final ShutdownHandler shutdown;
  private final ProbeJob job;

  ProbeSession(
      CommandContext context, OutputOptions output, ShutdownHandler shutdown, ProbeJob job) {
    this.context = context;
    this.output = output;
    this.shutdown = shutdown;
    this.job = job;
  }

  ExitStatus run() throws UserError {
    Host.mustBeLinux("probe");
    try {
      Installation installation = Installation.find(context);
      if (!installation.canBeControlled()) {
        throw UserError.usage(installation.whyNotControlled() + "; probe explores schedules");
      }
      // A mistake in the suppressions shows before anything is written, and leaves no run.
      SuppressionFilter _ =
          SuppressionFilter.of(context.settings(), installation.modules(), List.of());
      BegunRun run = BegunRun.of(installation, context, job.line(), Instant.now(), output.policy());
      FuzzSession session;
      try {
        session =
            session(
                ProbeFiles.of(run.directory(), installation.location().directory()),
                run.directory());
      } catch (UserError | VetException | ToolchainException | StoreException | IOException e) {
        run.store().discard(run.directory());
        throw e;
      }
      return session.run(run);
    } catch (ToolchainException | VetException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  /** What explores the tests, when they are written and the orders of their calls are known. */
  private FuzzSession session(ProbeFiles files, RunDirectory run)
      throws UserError, VetException, ToolchainException, StoreException, IOException {
    files.begin();
    TimeBudget time = new TimeBudget(job.time());
    List<Probe> probes = written(files, time.writing());
    time.spent(ProbeNote.Phase.WRITING);
    probes.stream()
        .filter(Probe::late)
        .forEach(probe -> time.refused(ProbeNote.Phase.WRITING, probe.packagePath()));
    Probing purpose = purpose(probes, files, time, run);
    FuzzJob exploring = exploring(probes, purpose.eligibility(), time);
    return new FuzzSession(context, output, shutdown, exploring, Optional.empty(), purpose);
  }

  private List<Probe> written(ProbeFiles files, Duration time)
      throws UserError, VetException, IOException {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    shutdown.onRequest(() -> ended.complete(null));
    Path caches = CacheDirectory.inUse(context.environment());
    VetRequest request =
        new VetRequest(
            context.directory(),
            job.packages(),
            job.tags().isEmpty() ? List.of() : List.of(job.tags().split(",", -1)),
            true,
            Optional.empty(),
            Optional.empty(),
            false);
    return Exporter.builtBy("go", caches)
        .probes(request, job.exporterFlags(time), files.results(), ended);
  }

  private Probing purpose(List<Probe> probes, ProbeFiles files, TimeBudget time, RunDirectory run)
      throws ToolchainException, StoreException, IOException {
    OrderRuns runs = new OrderRuns(context, shutdown, job.buildFlags());
    OrderRuns.Learned learned = runs.learned(probes, files, time);
    ScenarioJudge judge =
        new ScenarioJudge(
            probes,
            learned.orders(),
            learned.baseline(),
            output.isVerbose() || !job.types().isEmpty());
    Simplification simplification =
        new Simplification(probes, files, judge, runs, time, run, output.hasValues());
    long executions = (long) (ORDERS_AT_ONCE * learned.perSecond() * time.exploring().toSeconds());
    Eligibility eligibility =
        new Eligibility(
            probes,
            learned.orders(),
            learned.unbuilt(),
            time.refusedPackages(),
            new Eligibility.Room(job.scenarios(), executions / job.executions()));
    return new Probing(
        files,
        new GeneratedOverlays(context),
        probes,
        learned.orders(),
        eligibility,
        judge,
        simplification,
        job.write(),
        job.types(),
        time);
  }

  /** What does not build is tried all the same: the status of the run says so. */
  private FuzzJob exploring(List<Probe> probes, Eligibility eligibility, TimeBudget time) {
    String unusable =
        probes.stream()
            .flatMap(probe -> probe.scenarios().stream())
            .filter(scenario -> !eligibility.isExplored(scenario))
            .map(Probe.Scenario::test)
            .collect(Collectors.joining("|"));
    Set<String> refused = time.refusedPackages();
    List<String> packages =
        OrderRuns.packages(probes).stream().filter(one -> !refused.contains(one)).toList();
    return FuzzJob.ofGenerated(
        packages.isEmpty() ? job.packages() : packages, // no packages are those of the directory
        job.buildFlags(),
        "^TestProbe",
        unusable.isEmpty() ? "" : "^(" + unusable + ")$",
        job.testFlags(),
        job.executions(),
        time.exploring(),
        job.faults(),
        job.line());
  }

  /** What the exploration of the scenarios is for. */
  private static final class Probing implements Purpose {
    private final ProbeFiles files;
    private final GeneratedOverlays overlays;
    private final List<Probe> probes;
    private final Orders orders;
    private final Eligibility eligibility;
    private final ScenarioJudge judge;
    private final Simplification simplification;
    private final boolean write;
    private final String typePattern;
    private final TimeBudget time;
    private final GuideAround<OverlapGuide> overlaps = new GuideAround<>(OverlapGuide::new);

    /**
     * @param typePattern what names of types must match; "" for all
     */
    Probing(
        ProbeFiles files,
        GeneratedOverlays overlays,
        List<Probe> probes,
        Orders orders,
        Eligibility eligibility,
        ScenarioJudge judge,
        Simplification simplification,
        boolean write,
        String typePattern,
        TimeBudget time) {
      this.time = time;
      this.files = files;
      this.overlays = overlays;
      this.probes = probes;
      this.orders = orders;
      this.eligibility = eligibility;
      this.judge = judge;
      this.simplification = simplification;
      this.write = write;
      this.typePattern = typePattern;
    }

    Eligibility eligibility() {
      return eligibility;
    }

    @Override
    public Remark without(Selection asked) {
      boolean nothing =
          probes.stream().allMatch(one -> one.types().isEmpty() && one.failure() == null);
      if (!nothing) {
        return new Remark.OfProbe(new ProbeNote.NothingExplored());
      }
      return new Remark.OfProbe(
          typePattern.isEmpty()
              ? new ProbeNote.NothingToProbe()
              : new ProbeNote.NoTypeMatches(typePattern));
    }

    @Override
    public boolean isPartlyUnbuilt() {
      return probes.stream().anyMatch(one -> one.failure() != null);
    }

    @Override
    public List<Observation<?>> observed() {
      return List.of(OverlapGuide.OVERLAPS);
    }

    @Override
    public Guide around(Guide guide) {
      time.spent(ProbeNote.Phase.BUILDING);
      return overlaps.apply(guide);
    }

    @Override
    public List<String> goFlags() {
      return List.of("-overlay=" + files.overlay());
    }

    @Override
    public List<Finding> judged(List<Finding> findings) {
      return judge.judged(findings).stream().map(this::replayed).toList();
    }

    @Override
    public List<Finding> simplified(List<Finding> reported) {
      time.spent(ProbeNote.Phase.EXPLORING);
      return simplification.of(reported);
    }

    @Override
    public Worth worth(Finding finding) {
      return judge.worth(finding);
    }

    @Override
    public boolean knowsOrdinaryRuns() {
      return true; // What the calls also do one after the other is not reported.
    }

    @Override
    public boolean mayExplain(Finding race) {
      return judge.judged(race).isPresent(); // One of the test's own functions explains nothing.
    }

    @Override
    public boolean suffices(Finding finding) {
      return judge.suffices(finding);
    }

    /** Keeps the test of each finding that is reported, and where the user wants it as well. */
    private List<ProbeNote> written(List<Finding> reported) {
      List<ProbeNote> notes = new ArrayList<>();
      List<Path> next = new ArrayList<>();
      for (Finding finding : reported) {
        Simplification.Shown shown =
            simplification.shown(finding).orElseGet(() -> written(finding));
        Probe.Scenario scenario = shown.scenario();
        try {
          Optional<Path> _ = ProbeFiles.write(scenario, shown.orders(), files.tests());
          if (write) {
            Optional<Path> file = ProbeFiles.write(scenario, shown.orders(), shown.directory());
            file.ifPresent(next::add);
            notes.add(
                file.<ProbeNote>map(one -> new ProbeNote.Wrote(one.toString()))
                    .orElseGet(() -> new ProbeNote.FileExists(scenario.test())));
          }
        } catch (IOException e) {
          notes.add(new ProbeNote.NotWritten(scenario.test(), IoErrors.described(e)));
        }
      }
      try {
        if (reported.isEmpty()) {
          files.remove();
        } else {
          overlays.note(files.directory(), next);
        }
      } catch (IOException e) {
        // They go with the run; a replay asks for the overlay.
      }
      if (!reported.isEmpty() && !write) {
        notes.add(new ProbeNote.KeptIn(files.tests().toString()));
      }
      return notes;
    }

    /** Where a finding is shown, with all calls. */
    private Simplification.Shown written(Finding finding) {
      Probe.Scenario scenario = judge.scenario(finding).orElseThrow();
      return probes.stream()
          .filter(probe -> probe.scenarios().contains(scenario))
          .map(probe -> new Simplification.Shown(scenario, orders, Path.of(probe.directory())))
          .findFirst()
          .orElseThrow();
    }

    private Finding replayed(Finding finding) {
      return finding.with(
          Witnesses.withOverlay(files.overlay(), finding.witness(), finding.fingerprint()));
    }

    @Override
    public boolean failuresCount() {
      return false; // A setup that fails is the generator's fault.
    }

    @Override
    public List<Remark> remarks(List<Finding> reported) {
      return Stream.concat(
              notes(reported).stream().map(Remark.OfProbe::new), simplification.remarks().stream())
          .toList();
    }

    private List<ProbeNote> notes(List<Finding> reported) {
      List<Probe.Scenario> explored =
          probes.stream()
              .flatMap(p -> p.scenarios().stream())
              .filter(eligibility::isExplored)
              .toList();
      List<ProbeNote> notes = new ArrayList<>();
      for (Probe probe : probes) {
        if (probe.failure() != null) {
          notes.add(new ProbeNote.NotBuilt(probe.packagePath(), probe.failure()));
        } else if (probe.untested() != null) {
          notes.add(new ProbeNote.TestsNotBuilt(probe.packagePath(), probe.untested()));
        }
      }
      notes.addAll(time.refused());
      notes.addAll(written(reported));
      simplification.failure().map(ProbeNote.NotSimplified::new).ifPresent(notes::add);
      counted(Eligibility.State.NOT_BUILT, ProbeNote.NotRun::new, notes);
      counted(Eligibility.State.UNFINISHED, ProbeNote.NotExplored::new, notes);
      counted(Eligibility.State.EMPTY_OBJECT, ProbeNote.EmptyObjects::new, notes);
      counted(Eligibility.State.RACES_ONLY, ProbeNote.OnlyRaces::new, notes);
      if (!judge.dismissed().isEmpty()) {
        notes.add(new ProbeNote.Dismissed(judge.dismissed()));
      }
      judge.withheld().forEach((type, all) -> notes.add(withheld(type, all)));
      overlaps
          .guide()
          .ifPresent(known -> notes.addAll(neverOverlapped(explored, known.overlapped())));
      notes.add(
          new ProbeNote.Probed(
              subjects(explored, false),
              probes.stream().flatMap(p -> p.types().stream()).filter(t -> !t.functions()).count(),
              subjects(explored, true),
              explored.size(),
              explored.stream().filter(s -> orders.isComparable(s.test())).count()));
      notes.add(time.note());
      notes.addAll(ofTypes());
      return notes;
    }

    private long subjects(List<Probe.Scenario> of, boolean functions) {
      return of.stream()
          .map(judge::type)
          .filter(type -> type.functions() == functions)
          .distinct()
          .count();
    }

    /** Counts the scenarios of each type that are so. */
    private void counted(
        Eligibility.State state,
        Function<List<ProbeNote.OfType>, ProbeNote> note,
        List<ProbeNote> notes) {
      Map<ProbeNote.Subject, Long> counts =
          probes.stream()
              .flatMap(probe -> probe.scenarios().stream())
              .filter(scenario -> eligibility.of(scenario) == state)
              .collect(Collectors.groupingBy(judge::type, TreeMap::new, Collectors.counting()));
      if (!counts.isEmpty()) {
        notes.add(note.apply(ScenarioJudge.ofTypes(counts)));
      }
    }

    /** For each type, the calls that overlapped in no scenario that has them. */
    private List<ProbeNote> neverOverlapped(
        List<Probe.Scenario> scenarios, Set<String> overlapped) {
      Map<ProbeNote.Subject, Map<List<String>, Boolean>> byType = new TreeMap<>();
      for (Probe.Scenario scenario : scenarios) {
        if (orders.of(scenario.test()) != Orders.Behavior.UNKNOWN
            && !scenario.isOfOneCaller()
            && scenario.calls().stream().allMatch(calls -> calls.size() == 1)) {
          List<String> calls =
              scenario.calls().stream().map(one -> shortened(one.getFirst())).sorted().toList();
          byType
              .computeIfAbsent(judge.type(scenario), _ -> new LinkedHashMap<>())
              .merge(calls, overlapped.contains(scenario.test()), Boolean::logicalOr);
        }
      }
      List<ProbeNote> notes = new ArrayList<>();
      byType.forEach((type, pairs) -> {
        List<List<String>> never =
            pairs.entrySet().stream()
                .filter(one -> !one.getValue())
                .map(Map.Entry::getKey)
                .toList();
        if (!never.isEmpty()) {
          notes.add(new ProbeNote.NeverOverlapped(type, never));
        }
      });
      return notes;
    }

    /** A call in a note: an argument may be a function of many lines. */
    private static String shortened(String call) {
      String line = call.replaceAll("\\s+", " ");
      return line.length() <= MOST_OF_A_CALL ? line : line.substring(0, MOST_OF_A_CALL) + "...";
    }

    private static final int MOST_OF_A_CALL = 60;

    /** All suspicious findings of a type but the one that is reported. */
    private static ProbeNote withheld(ProbeNote.Subject type, List<Finding> findings) {
      Map<String, Set<String>> byRule = new TreeMap<>();
      for (Finding finding : findings) {
        Location at = finding.location();
        byRule
            .computeIfAbsent(finding.rule().id(), _ -> new TreeSet<>())
            .add("%s:%d".formatted(Path.of(at.file()).getFileName(), at.line()));
      }
      return new ProbeNote.MoreSuspicious(
          type,
          findings.size(),
          byRule.entrySet().stream()
              .map(rule -> new ProbeNote.OfRule(rule.getKey(), List.copyOf(rule.getValue())))
              .toList());
    }

    private long beyond(List<Probe.Scenario> written) {
      return written.stream()
          .filter(one -> eligibility.of(one) == Eligibility.State.BEYOND_TIME)
          .count();
    }

    /** What was tried of each type, and what was left out, for each reason. */
    private List<ProbeNote> ofTypes() {
      List<ProbeNote> notes = new ArrayList<>();
      List<ProbeNote.Subject> withoutObject = new ArrayList<>();
      Map<String, Set<ProbeNote.Subject>> omitted = new LinkedHashMap<>();
      for (Probe probe : probes) {
        for (Probe.ProbedType type : probe.types()) {
          ProbeNote.Subject name = ScenarioJudge.named(type.name(), probe, probes);
          List<Probe.Scenario> written =
              probe.scenarios().stream()
                  .filter(scenario -> scenario.type().equals(type.name()))
                  .toList();
          List<Probe.Scenario> explored = written.stream().filter(eligibility::isExplored).toList();
          if (type.omitted() == null && explored.isEmpty()) {
            if (written.stream()
                .anyMatch(one -> eligibility.of(one) == Eligibility.State.EMPTY_OBJECT)) {
              withoutObject.add(name);
            }
          } else if (type.omitted() == null) {
            notes.add(
                new ProbeNote.TypeProbed(
                    name,
                    explored.size(),
                    explored.stream().filter(s -> orders.isAlwaysPanicking(s.test())).count(),
                    new ProbeNote.Left(
                        type.left(), type.untimed() + beyond(written), type.unbuilt()),
                    type.dropped(),
                    type.uncalled().stream()
                        .map(one -> new ProbeNote.Uncalled(one.name(), one.why()))
                        .toList()));
          } else {
            omitted.computeIfAbsent(type.omitted(), _ -> new LinkedHashSet<>()).add(name);
          }
        }
      }
      if (!withoutObject.isEmpty()) {
        notes.add(new ProbeNote.WithoutObject(withoutObject));
      }
      omitted.forEach(
          (why, names) -> notes.add(new ProbeNote.TypesLeftOut(List.copyOf(names), why)));
      return notes;
    }
  }
}
