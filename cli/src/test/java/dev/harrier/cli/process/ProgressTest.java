package dev.harrier.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.command.Invocation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ProgressTest {
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  private CommandContext context(Map<String, String> environment, boolean log) {
    PrintStream stream = new PrintStream(errors, true, StandardCharsets.UTF_8);
    return new CommandContext(
        Path.of(""),
        environment,
        stream,
        stream,
        false,
        false,
        log,
        Optional.empty(),
        new AtomicReference<>(Invocation.UNKNOWN),
        new SettingsFiles());
  }

  private String said() {
    return errors.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aLogSaysAgainWhatGoesOn() throws Exception {
    try (Progress progress = new Progress(context(Map.of(), true), Duration.ofMillis(1))) {
      progress.say("building 3 packages");
      while (!said().matches("(?s)(harrier: building 3 packages \\(\\d+ s\\)\\R){3}.*")) {
        Thread.sleep(1);
      }
      progress.say("running 3 tests");
      while (!said().contains("harrier: running 3 tests (")) {
        Thread.sleep(1);
      }
    }
  }

  @Test
  void aServerHasItsOwnLines() {
    Map<String, String> server = Map.of("HARRIER_PROGRESS", "lines");
    try (Progress progress = new Progress(context(server, true), Duration.ZERO)) {
      progress.say("building 3 packages");
    }
    assertThat(said()).isEqualTo("harrier: progress: building 3 packages%n".formatted());
  }

  @Test
  void whatIsNoLogStaysSilent() {
    for (CommandContext silent :
        new CommandContext[] {
          context(Map.of(), false), context(Map.of("HARRIER_PROGRESS", "off"), true)
        }) {
      try (Progress progress = new Progress(silent, Duration.ZERO)) {
        progress.say("building 3 packages");
      }
    }
    assertThat(said()).isEmpty();
  }
}
