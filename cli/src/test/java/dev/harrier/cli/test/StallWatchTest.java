package dev.harrier.cli.test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.explain.PollLoops;
import dev.harrier.cli.reading.TraceReading;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.toolchain.run.RaceLogs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StallWatchTest {
  @TempDir private Path directory;

  @Test
  void aTraceThatIsReadWhenTheTestsEndIsNotCalledUnreadable() throws Exception {
    Path trace = Files.write(directory.resolve("17-1.htrace"), new byte[8192]);
    TraceReading reading =
        new TraceReading(
            List.of(),
            directory,
            BuildSettings.DEFAULT,
            RaceLogs.of(Map.of(), directory, directory),
            PollLoops.none());
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (StallWatch watch =
        StallWatch.over(directory, directory, reading, new PrintStream(said, true, UTF_8))) {
      Thread.currentThread().interrupt();
      watch.look(trace);
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(said.toString(UTF_8)).isEmpty();
  }
}
