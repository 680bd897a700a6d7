package dev.harrier.cli.probe;

import dev.harrier.base.file.IoErrors;
import dev.harrier.base.text.Plurals;
import dev.harrier.cli.exploring.FuzzJob;
import dev.harrier.cli.exploring.Witnesses;
import dev.harrier.cli.fuzzing.FuzzSession;
import dev.harrier.cli.fuzzing.Purpose;
import dev.harrier.cli.gocommand.Host;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.guide.OverlapGuide;
import dev.harrier.explore.observe.Observation;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** One {@code harrier probe}: write tests, learn the orders of their calls, explore, report. */
final class ProbeSession {
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
      ProbeFiles files = new ProbeFiles(installation.location().directory().resolve("probe"));
      files.begin();
      TimeBudget time = new TimeBudget(job.time());
      List<Probe> probes = written(files);
      time.spent(TimeBudget.Phase.WRITING);
      Probing purpose = purpose(probes, files, time);
      FuzzJob exploring = exploring(probes, purpose.orders(), time.exploring());
      return new FuzzSession(context, output, shutdown, exploring, Optional.empty(), purpose).run();
    } catch (ToolchainException | VetException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  private List<Probe> written(ProbeFiles files) throws UserError, VetException, IOException {
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
        .probes(request, job.exporterFlags(), files.results(), ended);
  }

  private Probing purpose(List<Probe> probes, ProbeFiles files, TimeBudget time)
      throws ToolchainException, StoreException, IOException {
    OrderRuns runs = new OrderRuns(context, shutdown, job.buildFlags());
    OrderRuns.Learned learned = runs.learned(probes, files, time);
    ScenarioJudge judge =
        new ScenarioJudge(
            probes,
            learned.orders(),
            learned.baseline(),
            output.isVerbose() || !job.types().isEmpty());
    Simplification simplification = new Simplification(probes, files, judge, runs, time);
    return new Probing(files, probes, learned.orders(), judge, simplification, job.write(), time);
  }

  /** Scenarios whose object could not be made, or whose calls did not end, are left out. */
  private FuzzJob exploring(List<Probe> probes, Orders orders, Duration time) {
    String unusable =
        probes.stream()
            .flatMap(probe -> probe.scenarios().stream())
            .map(Probe.Scenario::test)
            .filter(test -> orders.of(test) == Orders.Behavior.UNKNOWN)
            .collect(Collectors.joining("|"));
    return FuzzJob.ofGenerated(
        OrderRuns.packages(probes),
        job.buildFlags(),
        "^TestProbe",
        unusable.isEmpty() ? "" : "^(" + unusable + ")$",
        job.testFlags(),
        job.executions(),
        time,
        job.faults(),
        job.line());
  }

  /** What the exploration of the scenarios is for. */
  private static final class Probing implements Purpose {
    private final ProbeFiles files;
    private final List<Probe> probes;
    private final Orders orders;
    private final ScenarioJudge judge;
    private final Simplification simplification;
    private final boolean write;
    private final TimeBudget time;
    private Optional<OverlapGuide> overlaps = Optional.empty();

    Probing(
        ProbeFiles files,
        List<Probe> probes,
        Orders orders,
        ScenarioJudge judge,
        Simplification simplification,
        boolean write,
        TimeBudget time) {
      this.time = time;
      this.files = files;
      this.probes = probes;
      this.orders = orders;
      this.judge = judge;
      this.simplification = simplification;
      this.write = write;
    }

    Orders orders() {
      return orders;
    }

    @Override
    public Remark without(boolean programs, String shard) {
      return new Remark.Message("no calls were made at the same time: the other notes say why");
    }

    @Override
    public List<Observation<?>> observed() {
      return List.of(OverlapGuide.OVERLAPS);
    }

    @Override
    public Guide around(Guide guide) {
      OverlapGuide noting = new OverlapGuide(guide);
      overlaps = Optional.of(noting);
      time.spent(TimeBudget.Phase.BUILDING);
      return noting;
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
      time.spent(TimeBudget.Phase.EXPLORING);
      return simplification.of(reported);
    }

    @Override
    public boolean mayFail(Finding finding) {
      return judge.mayFail(finding);
    }

    /** Keeps the test of each finding that is reported, and where the user wants it as well. */
    private List<Remark> written(List<Finding> reported) {
      List<Remark> remarks = new ArrayList<>();
      for (Finding finding : reported) {
        Simplification.Shown shown =
            simplification.shown(finding).orElseGet(() -> written(finding));
        Probe.Scenario scenario = shown.scenario();
        try {
          Optional<Path> _ = ProbeFiles.write(scenario, shown.orders(), files.tests());
          if (write) {
            remarks.add(
                new Remark.Message(
                    ProbeFiles.write(scenario, shown.orders(), shown.directory())
                        .map(file -> "wrote " + file)
                        .orElse(scenario.test() + " was not written: its file exists")));
          }
        } catch (IOException e) {
          remarks.add(
              new Remark.Message(scenario.test() + " was not written: " + IoErrors.described(e)));
        }
      }
      if (!reported.isEmpty() && !write) {
        remarks.add(
            new Remark.Message(
                "the tests are in %s; -write writes them next to the code"
                    .formatted(files.tests())));
      }
      return remarks;
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
      List<Probe.ProbedType> types = probes.stream().flatMap(p -> p.types().stream()).toList();
      long probed = types.stream().filter(type -> type.scenarios() > 0).count();
      List<Probe.Scenario> scenarios =
          probes.stream().flatMap(p -> p.scenarios().stream()).toList();
      long compared = scenarios.stream().filter(s -> orders.isComparable(s.test())).count();
      Remark summary =
          new Remark.Message(
              String.format(
                  Locale.ROOT,
                  "probed %,d of %s with exported methods by %s; the results of %,d are"
                      + " compared with those of all sequential orders",
                  probed,
                  Plurals.count(types.size(), "type"),
                  Plurals.count(scenarios.size(), "scenario"),
                  compared));
      List<Remark> remarks = new ArrayList<>();
      for (Probe probe : probes) {
        if (probe.failure() != null) {
          remarks.add(
              new Remark.Message(
                  "%s was not probed, since it does not build: %s"
                      .formatted(probe.packagePath(), probe.failure())));
        } else if (probe.untested() != null) {
          remarks.add(
              new Remark.Message(
                  "%s was probed without its tests, which do not build: %s"
                      .formatted(probe.packagePath(), probe.untested())));
        }
      }
      remarks.addAll(written(reported));
      simplification.failure().ifPresent(remarks::add);
      Map<String, Long> unusable =
          scenarios.stream()
              .filter(s -> orders.of(s.test()) == Orders.Behavior.UNKNOWN)
              .collect(Collectors.groupingBy(judge::type, TreeMap::new, Collectors.counting()));
      if (!unusable.isEmpty()) {
        remarks.add(new Remark.Message(unexplored(unusable)));
      }
      judge.withheld().forEach((type, all) -> remarks.add(withheld(type, all)));
      overlaps.ifPresent(known -> remarks.addAll(neverOverlapped(scenarios, known.overlapped())));
      remarks.add(summary);
      remarks.add(new Remark.Message(time.shown()));
      described(probes).stream().map(Remark.Message::new).forEach(remarks::add);
      return remarks;
    }

    /**
     * The scenarios that were not explored.
     *
     * @param byType how many of each type
     */
    private static String unexplored(Map<String, Long> byType) {
      return "%s not explored (%s): the object could not be made, or the calls did not end in time one after the other"
          .formatted(
              Plurals.count(
                  byType.values().stream().mapToLong(Long::longValue).sum(),
                  "scenario was",
                  "scenarios were"),
              byType.entrySet().stream()
                  .limit(MOST_NAMES)
                  .map(one -> "%d of %s".formatted(one.getValue(), one.getKey()))
                  .collect(Collectors.joining(", ")));
    }

    /** For each type, the calls that overlapped in no scenario that has them. */
    private List<Remark> neverOverlapped(List<Probe.Scenario> scenarios, Set<String> overlapped) {
      Map<String, Map<List<String>, Boolean>> byType = new TreeMap<>();
      for (Probe.Scenario scenario : scenarios) {
        if (orders.of(scenario.test()) != Orders.Behavior.UNKNOWN
            && scenario.calls().stream().allMatch(calls -> calls.size() == 1)) {
          List<String> calls =
              scenario.calls().stream().map(one -> shortened(one.getFirst())).sorted().toList();
          byType
              .computeIfAbsent(judge.type(scenario), _ -> new LinkedHashMap<>())
              .merge(calls, overlapped.contains(scenario.test()), Boolean::logicalOr);
        }
      }
      List<Remark> remarks = new ArrayList<>();
      byType.forEach((type, pairs) -> {
        List<List<String>> never =
            pairs.entrySet().stream()
                .filter(one -> !one.getValue())
                .map(Map.Entry::getKey)
                .toList();
        if (!never.isEmpty()) {
          remarks.add(new Remark.NeverOverlapped(type, never));
        }
      });
      return remarks;
    }

    /** A call in a note: an argument may be a function of many lines. */
    private static String shortened(String call) {
      String line = call.replaceAll("\\s+", " ");
      return line.length() <= MOST_OF_A_CALL ? line : line.substring(0, MOST_OF_A_CALL) + "...";
    }

    private static final int MOST_OF_A_CALL = 60;

    /** One line for all suspicious findings of a type but the one that is reported. */
    private static Remark withheld(String type, List<Finding> findings) {
      Map<String, Set<String>> byRule = new TreeMap<>();
      for (Finding finding : findings) {
        Location at = finding.location();
        byRule
            .computeIfAbsent(finding.rule().id(), _ -> new TreeSet<>())
            .add("%s:%d".formatted(Path.of(at.file()).getFileName(), at.line()));
      }
      String places =
          byRule.entrySet().stream()
              .map(rule ->
                  "%s %s%s"
                      .formatted(
                          rule.getKey(),
                          rule.getValue().stream()
                              .limit(MOST_PLACES)
                              .collect(Collectors.joining(", ")),
                          rule.getValue().size() > MOST_PLACES ? ", ..." : ""))
              .collect(Collectors.joining("; "));
      return new Remark.Message(
          "%s: %s (%s); -v and -type show all"
              .formatted(type, Plurals.count(findings.size(), "more suspicious finding"), places));
    }

    private static final int MOST_PLACES = 6;

    /** What was tried of each type, and what was not, and why: a line for each reason. */
    private static List<String> described(List<Probe> probes) {
      List<String> lines = new ArrayList<>();
      Map<String, List<String>> omitted = new LinkedHashMap<>();
      for (Probe probe : probes) {
        for (Probe.ProbedType type : probe.types()) {
          String name = ScenarioJudge.named(type.name(), probe, probes);
          if (type.omitted() == null) {
            lines.add(described(type, name));
          } else {
            omitted.computeIfAbsent(type.omitted(), _ -> new ArrayList<>()).add(name);
          }
        }
      }
      omitted.forEach((why, names) -> {
        List<String> some = names.stream().distinct().limit(MOST_NAMES).toList();
        long more = names.stream().distinct().count() - some.size();
        lines.add(
            "%s%s %s not probed: %s"
                .formatted(
                    String.join(", ", some),
                    more == 0 ? "" : " and " + Plurals.count(more, "other type"),
                    Plurals.of(names.size(), "was", "were"),
                    why));
      });
      return lines;
    }

    private static final int MOST_NAMES = 8;

    private static String described(Probe.ProbedType type, String name) {
      List<String> parts = new ArrayList<>();
      parts.add(name + ": " + Plurals.count(type.scenarios(), "scenario"));
      if (type.left() > 0) {
        parts.add("%,d more beyond -scenarios and -time".formatted(type.left()));
      }
      if (type.dropped() > 0) {
        parts.add(Plurals.count(type.dropped(), "that does", "that do") + " not compile");
      }
      type.uncalled()
          .forEach(one -> parts.add("%s is not called: %s".formatted(one.name(), one.why())));
      return String.join("; ", parts);
    }
  }
}
