package dev.harrier.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.report.RunId;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.toolchain.run.TestResult.TracedProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which trace is read while tests run, and for how long. */
final class WarmUpTest {
  @TempDir private Path directory;

  private RunDirectory run = new RunDirectory(RunId.of(Instant.EPOCH, 1), Path.of(""));

  @BeforeEach
  void begin() throws Exception {
    run = new RunDirectory(run.id(), directory);
    Files.createDirectory(run.traces());
    Files.createDirectory(run.binaries());
  }

  private Path trace(int pid, int size) throws Exception {
    return Files.write(run.traces().resolve(pid + "-1.htrace"), new byte[size]);
  }

  private Path executable(int pid) throws Exception {
    return Files.createFile(run.binaries().resolve(Integer.toString(pid)));
  }

  @Test
  void aSmallTraceWithItsExecutableIsRead() throws Exception {
    trace(1, 2 << 20);
    executable(1);
    trace(2, 100);
    Path small = trace(3, 100);
    Path executable = executable(3);
    assertThat(WarmUp.small(run))
        .contains(new TracedProcess(small, Optional.of(executable), false));
    Files.delete(small);
    assertThat(WarmUp.small(run)).isEmpty();
  }

  @Test
  void itHasTimeUntilTheTestsHaveEnded() throws Exception {
    Path small = trace(3, 100);
    executable(3);
    CompletableFuture<Path> read = new CompletableFuture<>();
    CompletableFuture<BooleanSupplier> time = new CompletableFuture<>();
    try (WarmUp _ =
        WarmUp.with(
            Optional.of(run),
            (process, ended) -> {
              time.complete(ended);
              read.complete(process.trace());
            })) {
      assertThat(read.get(1, TimeUnit.MINUTES)).isEqualTo(small);
      assertThat(time.get().getAsBoolean()).isFalse();
    }
    assertThat(time.get().getAsBoolean()).isTrue();
  }
}
