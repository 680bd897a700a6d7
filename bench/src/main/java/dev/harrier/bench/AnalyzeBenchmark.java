package dev.harrier.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.SourceLines;
import dev.harrier.model.trace.Event;
import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.table.Symbolizer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Decodes and analyses one trace file several times, in turns with only decoding: events per CPU
 * second of both, and what the analysis adds.
 */
public final class AnalyzeBenchmark {
  private AnalyzeBenchmark() {}

  /** Reads every event and keeps none. */
  private static final class Counter implements Consumer<Event> {
    private long goroutines;

    @Override
    public void accept(Event event) {
      goroutines += event.goroutine().value();
    }
  }

  /**
   * Runs the benchmark.
   *
   * @param args the file, as {@link DecodeBenchmark} simulates it or as a run left it; the number
   *     of rounds
   */
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 7;
    AnalysisContext context = new AnalysisContext(List.of(), "", SourceLines.none());
    Engine engine = new Engine(Catalog.rules(), context);
    for (int round = 1; round <= rounds; round++) {
      long decoding = decode(file);
      long cpu = cpuNanos();
      AnalysisResult result;
      try (RecordedTrace trace = RecordedTrace.open(file, _ -> Symbolizer.NONE)) {
        result = engine.run(trace);
      }
      cpu = cpuNanos() - cpu;
      System.out.printf(
          "round %d: %d events, %.2f million decoded and analyzed a CPU second; decoding alone %.0f ns,"
              + " analysis %.0f ns an event; %d findings%n",
          round,
          result.events(),
          result.events() * 1e3 / cpu,
          (double) decoding / result.events(),
          (double) (cpu - decoding) / result.events(),
          result.findings().size());
    }
  }

  private static long decode(Path file) throws IOException {
    Counter counter = new Counter();
    long cpu = cpuNanos();
    try (RecordedTrace trace = RecordedTrace.open(file, _ -> Symbolizer.NONE)) {
      trace.replay(counter);
    }
    cpu = cpuNanos() - cpu;
    if (counter.goroutines < 0) {
      throw new IllegalStateException("goroutine ids are positive");
    }
    return cpu;
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
