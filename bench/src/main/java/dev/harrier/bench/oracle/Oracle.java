package dev.harrier.bench.oracle;

import dev.harrier.bench.replay.TestedModule;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.guide.AccessPointGuide;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.replay.PlanReplay;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.Network;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.systematic.ScheduleTree;
import dev.harrier.explore.systematic.SystematicGuide;
import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.SymbolOffset;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.build.Instrumentation;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.tracing.table.Symbolizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Compares what Harrier shows of random programs with all that can come of them. */
public final class Oracle {
  private static final Limits LIMITS = Limits.of(Duration.ofSeconds(20));
  private static final int LENGTH = 30;

  /** Programs with more states, or more executions of the search, are left out. */
  private static final int STATES = 1_500;

  private static final int EXECUTIONS = 30;

  /** By the strategies. */
  private static final int CHANCES = 1;

  /** Of every tenth program a schedule is replayed. */
  private static final int REPLAYED = 10;

  private static final int ROOM = 64;
  private static final int GOROUTINES = 8;
  private static final int TEXT = 4096;
  private static final String MEMORY = "memory";

  /** What came of all programs. */
  public static final class Tally {
    private int programs;
    private int complete;
    private int open;
    private int large;
    private long executions;
    private long outcomes;
    private long replays;
    private final List<String> disagreements = new ArrayList<>();

    /** What Harrier and the enumeration disagree about. */
    public List<String> disagreements() {
      return List.copyOf(disagreements);
    }

    /** For how many programs the search says that every schedule is known. */
    public int complete() {
      return complete;
    }

    @Override
    public String toString() {
      return "%,d programs (%,d more too large), %,d outcomes; %,d explored to the end, %,d left open; %,d executions, %,d replays; %d disagreements"
          .formatted(
              programs, large, outcomes, complete, open, executions, replays, disagreements.size());
    }
  }

  private final Path memory;
  private final Tally tally = new Tally();
  private Symbolizer symbols = Symbolizer.NONE;

  private Oracle(Path directory) {
    this.memory = directory.resolve(MEMORY);
  }

  /**
   * Checks.
   *
   * @param args how many programs, and the first seed, each next program has the next one; or
   *     programs as disagreements show them
   */
  public static void main(String[] args) throws IOException, ToolchainException, WorkerException {
    boolean numbers = args.length == 2 && args[0].matches("[1-9]\\d*") && args[1].matches("\\d+");
    if (!numbers && (args.length == 0 || !args[0].contains("/"))) {
      System.err.println("usage: bench/run oracle PROGRAMS SEED, or bench/run oracle PROGRAM...");
      System.exit(2);
    }
    Path module =
        Path.of(System.getProperty("harrier.launcher", "")).resolveSibling("bench/oracle");
    Path work = Files.createTempDirectory("oracle").toRealPath();
    Tally tally =
        numbers
            ? check(Integer.parseInt(args[0]), Long.parseLong(args[1]), module, work)
            : check(Stream.of(args).map(Sample::parse), 0, module, work);
    System.out.println(tally);
    System.exit(tally.disagreements().isEmpty() ? 0 : 1);
  }

  /**
   * Checks random programs.
   *
   * @param programs how many
   * @param seed of the first; each next one has the next
   * @param module the interpreter
   * @param work an empty directory
   */
  public static Tally check(int programs, long seed, Path module, Path work)
      throws IOException, ToolchainException, WorkerException {
    return check(
        LongStream.range(seed, seed + programs).mapToObj(Generator::sample), seed, module, work);
  }

  /** Checks some programs, numbered from {@code first} on. */
  static Tally check(Stream<Sample> samples, long first, Path module, Path work)
      throws IOException, ToolchainException, WorkerException {
    TestedModule tested = new TestedModule(work, copy(module, work.resolve("interpreter")));
    Oracle oracle = new Oracle(tested.directory());
    GoBuild build =
        new GoBuild(
            tested.go(),
            List.of(
                Instrumentation.racesIn(
                    tested.modules(),
                    Overlay.prepareForRaces(tested.go(), work.resolve("overlays")))),
            tested.directory(),
            List.of());
    tested.check(
        build,
        tested.go().environment(),
        List.of("."),
        (worker, _, target) -> oracle.checkAll(worker, target.program(), samples, first));
    return oracle.tally;
  }

  /** Its tests run where they are, next to the memory that each run has for itself. */
  private static Path copy(Path module, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(module)) {
      for (Path file : files.filter(f -> !f.endsWith(MEMORY)).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
    return to.toRealPath();
  }

  private void checkAll(Worker worker, Program program, Stream<Sample> samples, long first)
      throws WorkerException {
    try {
      symbols = GoSymbols.open(program.executable());
      long number = first;
      for (Sample sample : (Iterable<Sample>) samples::iterator) {
        check(worker, program, sample, number++);
        if ((number - first) % 100 == 0) {
          System.err.println(tally);
        }
      }
    } catch (IOException e) {
      throw new WorkerException("can't read what a program saw", e);
    }
  }

  private void check(Worker worker, Program program, Sample sample, long seed)
      throws IOException, WorkerException {
    Optional<Set<String>> possible = Enumeration.of(sample, STATES);
    if (possible.isEmpty()) {
      tally.large++;
      return;
    }
    tally.programs++;
    tally.outcomes += possible.get().size();
    Target target = new Target.OneTest(program, "TestProgram", "", List.of());
    List<String> wrong = new ArrayList<>();
    search(worker, target, sample, possible.get(), wrong);
    strategies(worker, target, sample, possible.get(), seed, wrong);
    if (!wrong.isEmpty()) {
      String text =
          "%d: %s%n  %s%n    %s".formatted(seed, String.join("; ", wrong), sample, sample.text());
      tally.disagreements.add(text);
      System.out.println(text);
    }
  }

  private void search(
      Worker worker, Target target, Sample sample, Set<String> possible, List<String> wrong)
      throws IOException, WorkerException {
    ScheduleTree tree = new ScheduleTree(EXECUTIONS);
    Set<String> shown = new TreeSet<>();
    for (Optional<Plan> plan = tree.next(); plan.isPresent(); plan = tree.next()) {
      Schedule schedule = new Schedule.Controlled(Strategy.DEFAULT_ORDER, 0, LENGTH, 0, plan.get());
      Result result = run(worker, target, schedule, sample, shown);
      tree.learn(result.observations().of(SystematicGuide.TRAIL));
    }
    impossible("search", sample, shown, possible, wrong);
    if (tree.state() == ScheduleTree.State.COMPLETE) {
      tally.complete++;
      Set<String> missed = new TreeSet<>(possible);
      missed.removeAll(shown);
      if (!missed.isEmpty()) {
        wrong.add(
            "the search is complete after %d executions without %s"
                .formatted(tree.executions(), missed));
      }
    } else {
      tally.open++;
    }
  }

  private void strategies(
      Worker worker,
      Target target,
      Sample sample,
      Set<String> possible,
      long seed,
      List<String> wrong)
      throws IOException, WorkerException {
    Portfolio portfolio =
        new Portfolio(Portfolio.standard(), seed, Conditions.of(2, Network.MEMORY));
    Set<String> shown = new TreeSet<>();
    for (int i = 0; i < CHANCES; i++) {
      int index = (int) Math.floorMod(seed * CHANCES + i, 1000L);
      run(worker, target, portfolio.schedule("TestProgram", index, LENGTH), sample, shown);
    }
    impossible("strategies", sample, shown, possible, wrong);
    if (seed % REPLAYED != 0) {
      return;
    }
    Schedule.Controlled some = portfolio.schedule("TestProgram", (int) (seed % 1000), LENGTH);
    PlanReplay replay =
        PlanReplay.of(worker, worker, new Job(target, some, LIMITS, Detail.WORDS), some);
    tally.replays++;
    if (!replay.isSame() && !replay.interrupted()) {
      wrong.add("%s does not replay: %s".formatted(some, replay.divergence()));
    }
  }

  private static void impossible(
      String who, Sample sample, Set<String> shown, Set<String> possible, List<String> wrong) {
    Set<String> impossible = new TreeSet<>(shown);
    impossible.removeAll(possible);
    if (sample.isTimed()) {
      // A test may end while goroutines wait for timers.
      impossible.removeIf(s -> possible.stream().anyMatch(p -> isBegun(s, p)));
    }
    if (!impossible.isEmpty()) {
      wrong.add("%s: %s, which can't be; possible are %s".formatted(who, impossible, possible));
    }
  }

  /** Whether each goroutine may continue from what it saw to what it sees in a whole run. */
  private static boolean isBegun(String seen, String whole) {
    String[] one = seen.split(" ", -1);
    String[] other = whole.split(" ", -1);
    boolean begun = one.length == other.length;
    for (int i = 0; i < one.length && begun; i++) {
      begun = other[i].startsWith(one[i]);
    }
    return begun;
  }

  private Result run(
      Worker worker, Target target, Schedule schedule, Sample sample, Set<String> shown)
      throws IOException, WorkerException {
    write(sample);
    Result result = worker.run(new Job(target, schedule, LIMITS, Detail.GUIDES));
    tally.executions++;
    shown.add(outcome(sample, result));
    return result;
  }

  /** The program, and nothing that was seen. */
  private void write(Sample sample) throws IOException {
    byte[] text = sample.text().getBytes(StandardCharsets.ISO_8859_1);
    if (text.length >= TEXT) {
      throw new IllegalArgumentException("a program of " + text.length + " bytes");
    }
    byte[] bytes = new byte[ROOM * GOROUTINES + TEXT];
    System.arraycopy(text, 0, bytes, ROOM * GOROUTINES, text.length);
    Files.write(memory, bytes);
  }

  /** As {@link Machine#outcome} has it. */
  private String outcome(Sample sample, Result result) throws IOException {
    byte[] seen = Files.readAllBytes(memory);
    List<String> all = new ArrayList<>();
    for (int g = 0; g < sample.goroutines().size(); g++) {
      int at = g * ROOM;
      char panicked = (char) seen[at + ROOM - 1];
      all.add(
          new String(seen, at + 1, seen[at], StandardCharsets.ISO_8859_1)
              + (panicked == 0 ? "" : "!" + panicked));
    }
    int races = 0;
    for (SymbolOffset place : result.observations().of(AccessPointGuide.RACING)) {
      for (Site site : symbols.frames(symbols.textOffset(place).orElseThrow(), true)) {
        races |= variable(site.function());
      }
    }
    return String.join(" ", all) + (races == 0 ? "" : " races " + races);
  }

  private static int variable(String function) {
    return function.matches(".*\\.(read|write)V\\d")
        ? 1 << (function.charAt(function.length() - 1) - '0')
        : 0;
  }
}
