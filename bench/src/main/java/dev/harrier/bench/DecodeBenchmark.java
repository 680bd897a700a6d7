package dev.harrier.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Event;
import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.simulate.SimulatedProgram;
import dev.harrier.tracing.table.Symbolizer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Decodes one trace file to events several times: events per CPU second, and the heap in use. */
public final class DecodeBenchmark {
  private static final int PROCESSORS = 8;
  private static final int CHUNK = 128 << 10;

  private DecodeBenchmark() {}

  /** Reads every event and keeps none. */
  private static final class Counter implements Consumer<Event> {
    private long events;
    private long goroutines;

    @Override
    public void accept(Event event) {
      events++;
      goroutines += event.goroutine().value();
    }
  }

  /**
   * Runs the benchmark.
   *
   * @param args the file, which is simulated if it does not exist; the number of events to
   *     simulate; the number of rounds; how many simulated goroutines live at most
   */
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    long events = args.length > 1 ? Long.parseLong(args[1]) : 10_000_000;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 7;
    int live = args.length > 3 ? Integer.parseInt(args[3]) : 1000;
    if (!Files.exists(file)) {
      SimulatedProgram.write(file, 1, PROCESSORS, CHUNK, live, events);
    }
    System.out.printf("%s: %d bytes%n", file, Files.size(file));
    for (int round = 1; round <= rounds; round++) {
      round(file, round);
    }
  }

  private static void round(Path file, int round) throws IOException {
    Counter counter = new Counter();
    try (RecordedTrace trace = RecordedTrace.open(file, header -> Symbolizer.NONE)) {
      long cpu = cpuNanos();
      long wall = System.nanoTime();
      Completeness completeness = trace.replay(counter);
      wall = System.nanoTime() - wall;
      cpu = cpuNanos() - cpu;
      System.gc();
      long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      System.out.printf(
          "round %d: %d events, %.2f million a CPU second, %.2f a second, %.1f bytes each,"
              + " %d MB of heap at the end, %s (checksum %d)%n",
          round,
          counter.events,
          counter.events * 1e3 / cpu,
          counter.events * 1e3 / wall,
          (double) Files.size(file) / counter.events,
          heap >> 20,
          completeness,
          counter.goroutines);
    }
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
