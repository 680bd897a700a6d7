package dev.harrier.bench.binary;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What tracing costs programs: each is run as it is and traced, in turn; the ratios of wall time,
 * processor time and peak memory, medians and ranges, and in the end over all programs.
 */
public final class CostBenchmark {
  /** What the figures of a run begin with. */
  static final String MARK = "measured:";

  private final String mode;
  private final int pairs;
  private final List<Ratios> medians = new ArrayList<>();

  private CostBenchmark(String mode, int pairs) {
    this.mode = mode;
    this.pairs = pairs;
  }

  /** Of one run, or traced to plain. */
  private record Ratios(double wall, double cpu, double memory) {
    Ratios to(Ratios plain) {
      return new Ratios(wall / plain.wall, cpu / plain.cpu, memory / plain.memory);
    }
  }

  /**
   * {@code arguments}: "traced" or "ring", the number of pairs, and a file with a line for each
   * program: name, working directory, executable, arguments, tabs between them.
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length != 3) {
      System.err.println("usage: bench/run cost traced|ring PAIRS PROGRAMS; see bench/binary/cost");
      System.exit(2);
    }
    CostBenchmark bench = new CostBenchmark(arguments[0], Integer.parseInt(arguments[1]));
    for (String line : Files.readAllLines(Path.of(arguments[2]))) {
      try {
        bench.compare(List.of(line.split("\t")));
      } catch (IOException failed) {
        System.out.println(failed.getMessage());
      }
    }
    bench.total();
  }

  private void compare(List<String> program) throws IOException, InterruptedException {
    List<Ratios> all = new ArrayList<>();
    List<String> command = program.subList(1, program.size());
    run("plain", command);
    run(mode, command);
    Ratios last = run("plain", command);
    for (int i = 0; i < pairs; i++) {
      Ratios traced = run(mode, command);
      all.add(traced.to(last));
      last = run("plain", command);
    }
    System.out.printf(
        "%s\t%.2f s, %.0f MB\twall %s\tCPU %s\tmemory %s%n",
        program.getFirst(),
        last.wall,
        last.memory / 1024,
        told(all, Ratios::wall),
        told(all, Ratios::cpu),
        told(all, Ratios::memory));
    medians.add(
        new Ratios(
            median(all, Ratios::wall), median(all, Ratios::cpu), median(all, Ratios::memory)));
  }

  private static Ratios run(String mode, List<String> command)
      throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                MeasuredRun.class.getName(),
                mode));
    words.addAll(command);
    Path output = Files.createTempFile("measured", ".out");
    try {
      Process process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      int status = process.waitFor();
      List<String> lines = Files.readAllLines(output, StandardCharsets.ISO_8859_1);
      if (status != 0) {
        throw new IOException(
            command + " failed: " + lines.subList(Math.max(0, lines.size() - 20), lines.size()));
      }
      double[] figures =
          lines.stream()
              .filter(line -> line.startsWith(MARK))
              .map(line -> line.substring(MARK.length()).strip().split(" "))
              .flatMapToDouble(line -> Arrays.stream(line).mapToDouble(Double::parseDouble))
              .toArray();
      return new Ratios(figures[0], figures[1], figures[2]);
    } finally {
      Files.delete(output);
    }
  }

  private void total() {
    System.out.printf(
        "%d programs, medians (and worst): wall %s, CPU %s, memory %s%n",
        medians.size(), withWorst(Ratios::wall), withWorst(Ratios::cpu), withWorst(Ratios::memory));
  }

  private String withWorst(ToDoubleFunction<Ratios> figure) {
    double worst = medians.stream().mapToDouble(figure).max().orElse(0);
    return "%.2f (%.2f)".formatted(median(medians, figure), worst);
  }

  private static String told(List<Ratios> all, ToDoubleFunction<Ratios> figure) {
    double[] sorted = all.stream().mapToDouble(figure).sorted().toArray();
    return "%.2f (%.2f to %.2f)"
        .formatted(median(all, figure), sorted[0], sorted[sorted.length - 1]);
  }

  private static double median(List<Ratios> all, ToDoubleFunction<Ratios> figure) {
    double[] sorted = all.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  static List<Path> filesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
