package dev.harrier.bench.throughput;

import dev.harrier.explore.execute.ChildProcess;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.OutputSize;
import dev.harrier.explore.execute.Watch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs tests round after round, each in a process of its own, some at once. */
final class PlainRounds {
  /** The limit of one execution, as {@code harrier fuzz} has it. */
  private static final Limits LIMITS = Limits.of(Duration.ofSeconds(10));

  private final List<PlainTest> tests;
  private final Duration budget;
  private final Path work;
  private final Watch watch;
  private final AtomicInteger taken = new AtomicInteger();

  PlainRounds(List<PlainTest> tests, Duration budget, Path work, Watch watch) {
    this.tests = List.copyOf(tests);
    this.budget = budget;
    this.work = work;
    this.watch = watch;
  }

  /** Begins no execution when the budget is spent; those that run then count. */
  Rate run(int workers) throws InterruptedException {
    long start = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      Path output = work.resolve("output" + i);
      threads.add(Thread.ofPlatform().start(() -> work(start, output)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return new Rate(taken.get(), Duration.ofNanos(System.nanoTime() - start));
  }

  private void work(long start, Path output) {
    try {
      while (System.nanoTime() - start < budget.toNanos()) {
        PlainTest test = tests.get(taken.getAndIncrement() % tests.size());
        ChildProcess.run(
            test.command(),
            test.directory(),
            System.getenv(),
            output,
            new OutputSize(List.of(output)),
            LIMITS,
            watch);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
