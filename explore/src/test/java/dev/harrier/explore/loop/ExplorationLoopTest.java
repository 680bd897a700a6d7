package dev.harrier.explore.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.guide.NativeGuide;
import dev.harrier.explore.observe.Observations;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.SampleFindings;
import dev.harrier.explore.worker.SampleResults;
import dev.harrier.explore.worker.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExplorationLoopTest {
  private static final Budget BUDGET =
      new Budget(
          Duration.ofHours(1),
          Long.MAX_VALUE,
          Long.MAX_VALUE,
          Set.of(),
          false,
          /* minimizing= */ 0);

  private static ExplorationLoop loop() {
    return loop(BUDGET);
  }

  private static ExplorationLoop loop(Budget budget) {
    return new ExplorationLoop(
        List.of(SampleTargets.of("example.com/m", "TestM")),
        new NativeGuide(),
        Memory.NONE,
        budget,
        Limits.of(Duration.ofSeconds(10)),
        List.of());
  }

  /** Such as that there is no more memory, or that a class is missing from the installation. */
  @ParameterizedTest
  @ValueSource(classes = {IllegalStateException.class, OutOfMemoryError.class})
  void whatAWorkerThrowsIsNotAnExplorationWithoutFindings(Class<? extends Throwable> thrown) {
    Supplier<Worker> workers = () -> new Failing(thrown);
    assertThatThrownBy(() -> loop().run(2, workers))
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(thrown);
  }

  @Test
  void anInterruptedExplorationEndsItsWorkers() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    Thread exploration =
        Thread.ofPlatform()
            .start(() ->
                assertThatThrownBy(() -> loop().run(1, () -> new Uneventful(begun, closed)))
                    .isInstanceOf(InterruptedException.class));
    begun.await();
    exploration.interrupt();
    assertThat(closed.await(2, TimeUnit.MINUTES)).isTrue();
    exploration.join();
  }

  /** Else the last one of a proof could take as long as the first one was allowed to. */
  @Test
  void eachExecutionOfAProofHasOnlyTheTimeThatIsLeftThen() throws Exception {
    List<Duration> wanted = new ArrayList<>();
    Budget one = new Budget(BUDGET.time(), 1, 1, Set.of(), false, /* minimizing= */ 0);
    loop(one).run(1, () -> new Finds(wanted));
    List<Duration> proof = wanted.subList(1, wanted.size());
    assertThat(proof).hasSizeGreaterThan(5);
    assertThat(proof).doesNotHaveDuplicates().isSortedAccordingTo(Comparator.reverseOrder());
  }

  /** A server never ends: what is canceled when the time is over shows nothing. */
  @Test
  void theFirstExecutionOfTheOnlyTargetLeavesTimeToReadIt() throws Exception {
    Duration time = Duration.ofSeconds(8);
    List<Limits> given = new ArrayList<>();
    loop(new Budget(time, 2, 2, Set.of(), false, /* minimizing= */ 0))
        .run(1, () -> new Noting(given));
    assertThat(given.getFirst().share()).isLessThanOrEqualTo(time.multipliedBy(4).dividedBy(5));
    assertThat(given.getLast().share()).isGreaterThan(time);
    assertThat(given.getLast().wanted()).isLessThanOrEqualTo(time);
  }

  private record Noting(List<Limits> given) implements Worker {
    @Override
    public Result run(Job job) {
      given.add(job.limits());
      return SampleResults.uneventful(true);
    }

    @Override
    public void close() {
      // It has nothing.
    }
  }

  private record Finds(List<Duration> wanted) implements Worker {
    @Override
    public Result run(Job job) {
      wanted.add(job.limits().wanted());
      return SampleResults.passed(List.of(SampleFindings.closedNil()), Observations.none());
    }

    @Override
    public void close() {
      // It has nothing.
    }
  }

  private record Uneventful(CountDownLatch begun, CountDownLatch closed) implements Worker {
    @Override
    public Result run(Job job) {
      begun.countDown();
      return SampleResults.uneventful(true);
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  private record Failing(Class<? extends Throwable> thrown) implements Worker {
    @Override
    public Result run(Job job) {
      if (thrown == OutOfMemoryError.class) {
        throw new OutOfMemoryError();
      }
      throw new IllegalStateException();
    }

    @Override
    public void close() {
      // It has nothing.
    }
  }
}
