package dev.harrier.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.model.trace.Completeness;
import dev.harrier.toolchain.run.TestResult.TracedProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which results of processes that ended count when all have. */
final class ReadAheadTest {
  private static final Path ENDED =
      Path.of("../bench/src/test/resources/dev/harrier/bench/parsers/ParsersTestInputs/trace")
          .resolve("send-on-closed.htrace");

  private static final AnalysisResult NOTHING = AnalysisResult.nothing(new Completeness.Whole());

  @TempDir private Path directory;

  /** Its header was read before it was written, and its executable was not yet there. */
  @Test
  void aTestThatWasTakenForAChildIsReadAgain() throws Exception {
    Path trace = Files.copy(ENDED, directory.resolve("17-1.htrace"));
    TracedProcess mistaken = new TracedProcess(trace, Optional.empty(), true);
    TracedProcess process = new TracedProcess(trace, Optional.of(directory), false);
    AtomicReference<TracedProcess> known = new AtomicReference<>(mistaken);
    ConcurrentLinkedQueue<TracedProcess> read = new ConcurrentLinkedQueue<>();
    CountDownLatch both = new CountDownLatch(2);
    ReadAhead ahead =
        ReadAhead.of(
            () -> List.of(known.get()),
            (one, _) -> {
              read.add(one);
              known.set(process);
              both.countDown();
              return NOTHING;
            },
            () -> false);
    try (ahead) {
      both.await();
    }
    assertThat(read).containsExactly(mistaken, process);
    assertThat(ahead.of(process)).isPresent();
    assertThat(ahead.of(new TracedProcess(trace, Optional.empty(), false))).isEmpty();
  }

  @Test
  void whatMayGoOnIsNotRead() throws Exception {
    Path ended = Files.copy(ENDED, directory.resolve("17-1.htrace"));
    Path begun = Files.write(directory.resolve("18-1.htrace"), new byte[8192]);
    TracedProcess first = new TracedProcess(begun, Optional.of(directory), false);
    TracedProcess second = new TracedProcess(ended, Optional.of(directory), false);
    CountDownLatch done = new CountDownLatch(1);
    ReadAhead ahead =
        ReadAhead.of(
            () -> List.of(first, second),
            (_, _) -> {
              done.countDown();
              return NOTHING;
            },
            () -> false);
    try (ahead) {
      done.await();
    }
    assertThat(ahead.of(first)).isEmpty();
    assertThat(ahead.of(second)).isPresent();
  }
}
