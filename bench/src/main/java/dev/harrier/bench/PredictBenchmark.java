package dev.harrier.bench;

import dev.harrier.analysis.predict.Predictions;
import dev.harrier.analysis.predict.Predictor;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.At;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SyncObject;
import dev.harrier.model.trace.Test;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import dev.harrier.model.trace.TraceHeader;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Predictions on a trace of nested locks and channel operations that is made up on the fly: 1,000
 * goroutines, a lock for every 100 events, three deep, in one order but for a few; time, memory and
 * what is predictions.
 */
public final class PredictBenchmark {
  private PredictBenchmark() {}

  /** Made up from a seed, the same every time. */
  private record MadeUp(long size) implements Trace {
    private static final int GOROUTINES = 1000;
    private static final int CHANNELS = 100;
    private static final int EVENTS_A_LOCK = 100;

    /** One nesting in so many is the other way round. */
    private static final int ODD = 10_000;

    @Override
    public TraceHeader header() {
      return new TraceHeader("go1.26.8", "made-up", 1, Instant.EPOCH);
    }

    @Override
    public Completeness replay(Consumer<? super Event> sink) {
      Random random = new Random(1);
      int locks = (int) Math.max(10, size / EVENTS_A_LOCK);
      long order = 1;
      for (int g = 2; g <= GOROUTINES + 1; g++) {
        sink.accept(new Event.Spawn(at(order++, 1, 1), new GoroutineId(g)));
      }
      while (order < size) {
        long g = 2L + random.nextInt(GOROUTINES);
        int outer = random.nextInt(locks - 2);
        int inner = outer + 1 + random.nextInt(Math.min(50, locks - outer - 1));
        if (random.nextInt(ODD) == 0) {
          int swapped = outer;
          outer = inner;
          inner = swapped;
        }
        ObjectId first = lock(outer);
        ObjectId second = lock(inner);
        sink.accept(
            new Event.Acquire(at(order++, g, 2), first, LockMode.WRITE, Completion.NEITHER));
        sink.accept(
            new Event.Acquire(at(order++, g, 3), second, LockMode.WRITE, Completion.NEITHER));
        sink.accept(new Event.Release(at(order++, g, 4), second, LockMode.WRITE));
        sink.accept(new Event.Release(at(order++, g, 5), first, LockMode.WRITE));
        ObjectId channel = new ObjectId(1L + random.nextInt(CHANNELS));
        sink.accept(new Event.Send(at(order++, g, 6), channel, Completion.NEITHER));
      }
      return new Completeness.Whole();
    }

    private static ObjectId lock(int number) {
      return new ObjectId(1L + CHANNELS + number);
    }

    private static At at(long order, long goroutine, int stack) {
      return new At(order, order, new GoroutineId(goroutine), new StackId(stack));
    }

    @Override
    public Goroutine goroutine(GoroutineId id) {
      GoroutineId parent = id.value() == 1 ? GoroutineId.NONE : new GoroutineId(1);
      return new Goroutine(id, parent, new StackId(1), Site.UNKNOWN, TestId.NONE, false);
    }

    @Override
    public SyncObject object(ObjectId id) {
      return id.value() <= CHANNELS
          ? new SyncObject(id, ObjectKind.CHANNEL, new StackId(1), true, 1000)
          : new SyncObject(id, ObjectKind.MUTEX, new StackId(1), false, 0);
    }

    @Override
    public Stack stack(StackId id) {
      return Stack.EMPTY;
    }

    @Override
    public Test test(TestId id) {
      throw new IllegalArgumentException("no tests");
    }
  }

  /**
   * Runs the benchmark.
   *
   * @param args how many events; how many rounds
   */
  public static void main(String[] args) {
    long events = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    for (int round = 1; round <= rounds; round++) {
      Trace trace = new MadeUp(events);
      long cpu = cpuNanos();
      ProgramState program = new ProgramState(trace);
      Predictor predictor = new Predictor(program);
      trace.replay(event -> {
        predictor.accept(event);
        program.apply(event);
      });
      Predictions predictions = predictor.predict();
      double seconds = (cpuNanos() - cpu) / 1e9;
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      System.out.printf(
          "round %d: %d events in %.2f CPU seconds, %d MB live, %d cycles predictions%n",
          round,
          events,
          seconds,
          (runtime.totalMemory() - runtime.freeMemory()) >> 20,
          predictions.cycles().size());
      if (!predictor.predict().equals(predictions)) {
        throw new IllegalStateException("a second look sees something else");
      }
    }
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
