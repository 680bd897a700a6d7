package dev.harrier.toolchain.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RaceLogsTest {
  private static final Path OWN = Path.of("/runs/1/race");
  private static final Path HERE = Path.of("/home/me/app");

  private static RaceLogs with(String options) {
    return RaceLogs.of(Map.of("GORACE", options), OWN, HERE);
  }

  @Test
  void theReportsGoToAFileOfEachProcess() {
    RaceLogs logs = RaceLogs.of(Map.of(), OWN, HERE);
    assertThat(logs.options()).isEqualTo("log_path=\"/runs/1/race\"");
    assertThat(logs.of(42)).isEqualTo(Path.of("/runs/1/race.42"));
  }

  @Test
  void theUsersOptionsStay() {
    assertThat(with("halt_on_error=1 history_size=2").options())
        .isEqualTo("halt_on_error=1 history_size=2 log_path=\"/runs/1/race\"");
  }

  @Test
  void aFileThatTheUserNamesIsRead() {
    assertThat(with("log_path=/tmp/r exitcode=3").of(7)).isEqualTo(Path.of("/tmp/r.7"));
    assertThat(with("exitcode=3,log_path=\"/tmp/a b\"").of(7)).isEqualTo(Path.of("/tmp/a b.7"));
    assertThat(with("log_path=out/r").of(7)).isEqualTo(Path.of("/home/me/app/out/r.7"));
    assertThat(with("log_path=out/r").options()).endsWith(" log_path=\"/home/me/app/out/r\"");
  }

  @Test
  void aStreamCanNotBeRead() {
    assertThat(with("log_path=stderr").of(7)).isEqualTo(Path.of("/runs/1/race.7"));
  }

  @Test
  void aTemporaryFileIsOurOwn() {
    RaceLogs logs = RaceLogs.temporary(Map.of("GORACE", "log_path=/tmp/r"), OWN);
    assertThat(logs.of(7)).isEqualTo(Path.of("/runs/1/race.7"));
  }

  @Test
  void underControlNothingWaitsAtTheEndUnlessTheUserSaysSo() {
    assertThat(with("").withoutWait().options()).startsWith("atexit_sleep_ms=0 ");
    assertThat(with("atexit_sleep_ms=5").withoutWait().options()).startsWith("atexit_sleep_ms=5 ");
  }
}
