package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goroutines that sleep until something changes: no proof where it may. */
final class SleepersTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"test", "fuzz"})
  void whatMayYetChangeIsAtMostSuspicious(String command) throws Exception {
    LeakBinary.moduleOf("sleepers_test.go", "sleepers_test.go", directory);
    HarrierProcess harrier = new HarrierProcess(directory);
    Result result =
        command.equals("test")
            ? harrier.call("test")
            : harrier.call("fuzz", "--per-test", "5", ".");
    assertThat(result.status()).as(result.toString()).isZero();
  }
}
