package dev.harrier.bench.peers;

import dev.harrier.bench.goker.Kernels;
import dev.harrier.bench.process.Command;
import dev.harrier.bench.process.HarrierRun;
import dev.harrier.bench.process.Standing;
import dev.harrier.model.finding.Strength;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs all tools on the programs of this repository and on the kernels of GoKer. */
public final class PeersBenchmark {
  private static final Map<String, String> PROFILE = Map.of("GOEXPERIMENT", "goroutineleakprofile");
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final PeerModule asking;
  private final PeerModule locking;
  private final Map<String, Tally> table = new LinkedHashMap<>();

  /** What was found of one kind: who found how many of the buggy ones, and of the others. */
  private static final class Tally {
    private final Map<Peer, Integer> found = new EnumMap<>(Peer.class);
    private final Map<Peer, Integer> falsely = new EnumMap<>(Peer.class);
    private int buggy;

    void add(Subject subject, Set<Peer> peers) {
      buggy += subject.buggy() ? 1 : 0;
      peers.forEach(peer -> (subject.buggy() ? found : falsely).merge(peer, 1, Integer::sum));
    }

    String cell(Peer peer) {
      int alarms = falsely.getOrDefault(peer, 0);
      return found.getOrDefault(peer, 0) + (alarms == 0 ? "" : ", and " + alarms + " false");
    }
  }

  private PeersBenchmark(PeerModule asking, PeerModule locking) {
    this.asking = asking;
    this.locking = locking;
  }

  /**
   * Runs the benchmark.
   *
   * @param args {@code programs} and the directory of the programs, or {@code goker}
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length == 2 && args[0].equals("programs")) {
      Path programs = Path.of(args[1]).toRealPath();
      run(programs, subjects(programs));
    } else if (args.length == 1 && args[0].equals("goker")) {
      Kernels kernels = Kernels.copyTo(Files.createTempDirectory("goker"));
      run(
          kernels.module(),
          kernels.names().stream()
              .map(kernel -> new Subject("GoKer", ".", "^Test" + kernel + "$", true))
              .toList());
    } else {
      System.err.println("usage: bench/run peers programs DIRECTORY | goker");
      System.exit(2);
    }
  }

  private static void run(Path module, List<Subject> subjects)
      throws IOException, InterruptedException {
    PeersBenchmark benchmark =
        new PeersBenchmark(PeerModule.asking(module), PeerModule.withDeadlockLocks(module));
    System.out.printf("| subject | found by |%n|---|---|%n");
    for (Subject subject : subjects) {
      benchmark.judge(subject);
    }
    benchmark.print();
  }

  /** Every package below {@code RULE/bug} and {@code RULE/fixed}. */
  private static List<Subject> subjects(Path programs) throws IOException {
    List<Subject> subjects = new ArrayList<>();
    try (Stream<Path> files = Files.walk(programs)) {
      for (Path directory :
          files
              .filter(f -> f.toString().endsWith("_test.go"))
              .map(f -> programs.relativize(f.getParent()))
              .distinct()
              .sorted()
              .toList()) {
        String rule = directory.getName(0).toString();
        String half = directory.getNameCount() > 1 ? directory.getName(1).toString() : "";
        if (!rule.equals("vet") && (half.equals("bug") || half.equals("fixed"))) {
          subjects.add(new Subject(rule, "./" + directory, "", half.equals("bug")));
        }
      }
    }
    return subjects;
  }

  private void judge(Subject subject) throws IOException, InterruptedException {
    Set<Peer> found = EnumSet.noneOf(Peer.class);
    List<String> arguments =
        new ArrayList<>(List.of("-v", "-vet=off", "-timeout=20s", subject.directory()));
    if (!subject.tests().isEmpty()) {
      arguments.addFirst("-run=" + subject.tests());
    }
    HarrierRun run = HarrierRun.test(asking.root(), PROFILE, arguments.toArray(String[]::new));
    if (run.findings().stream().anyMatch(f -> f.strength() != Strength.SUSPICIOUS)) {
      found.add(Peer.HARRIER);
    }
    if (Standing.in(run.result().output()).stream().anyMatch(Standing::leaked)) {
      found.add(Peer.PROFILE);
    }
    if (run.result().output().contains("goleak: found unexpected goroutines")) {
      found.add(Peer.GOLEAK);
    }
    if (says(asking.run(subject, "0", LIMIT), "all goroutines are asleep")) {
      found.add(Peer.DETECTOR);
    }
    if (says(locking.run(subject, "20s", LIMIT.multipliedBy(2)), "POTENTIAL DEADLOCK")) {
      found.add(Peer.GO_DEADLOCK);
    }
    System.out.printf(
        "| %s %s | %s |%n",
        subject.directory(),
        subject.tests(),
        found.stream().map(Peer::title).collect(Collectors.joining(", ")));
    table.computeIfAbsent(subject.kind(), _ -> new Tally()).add(subject, found);
  }

  private static boolean says(Optional<Command.Result> result, String words) {
    return result.map(r -> r.output().contains(words)).orElse(false);
  }

  /** Found of the buggy ones, and false alarms on the others. */
  private void print() {
    String titles =
        Arrays.stream(Peer.values()).map(Peer::title).collect(Collectors.joining(" | "));
    System.out.printf(
        "%n| | buggy | %s |%n|---|---|%s%n", titles, "---|".repeat(Peer.values().length));
    table.forEach((kind, tally) -> {
      String cells =
          Arrays.stream(Peer.values()).map(tally::cell).collect(Collectors.joining(" | "));
      System.out.printf("| %s | %d | %s |%n", kind, tally.buggy, cells);
    });
  }
}
