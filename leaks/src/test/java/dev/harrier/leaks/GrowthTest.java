package dev.harrier.leaks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Headcount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How leaks grow, from the lines that processes write. */
final class GrowthTest {
  @TempDir private Path directory;

  private static String start(int pid, int second) {
    return "{\"harrier\":1,\"type\":\"start\",\"pid\":%d,\"time\":%d000000000,\"go\":\"go1.26.8\"}\n"
        .formatted(pid, second);
  }

  private static String leak(int pid, int second, int count) {
    return ("{\"harrier\":1,\"type\":\"leak\",\"pid\":%d,\"time\":%d000000000,\"id\":1,\"count\":%d,"
            + "\"bytes\":%d,\"reason\":\"chan send\",\"blocked\":[{\"function\":\"m.f\","
            + "\"file\":\"/m/m.go\",\"line\":7}]}\n")
        .formatted(pid, second, count, count * 100);
  }

  private List<Headcount> growth(String log) throws IOException {
    Path file = Files.writeString(directory.resolve("leaks.json"), log);
    return LeakFold.fold(LeakLog.read(file).goroutines()).getFirst().growth().overTime();
  }

  @Test
  void processesAddUp() throws IOException {
    assertThat(
            growth(
                start(1, 10)
                    + start(2, 10)
                    + leak(1, 11, 3)
                    + leak(2, 12, 5)
                    + leak(1, 13, 4)
                    + leak(2, 14, 9)))
        .containsExactly(
            new Headcount(11_000, 3, 300),
            new Headcount(12_000, 8, 800),
            new Headcount(13_000, 9, 900),
            new Headcount(14_000, 13, 1_300));
  }

  @Test
  void aProcessThatBeganAnewHasNoneOfTheFormerOne() throws IOException {
    assertThat(growth(start(1, 10) + leak(1, 11, 70) + start(1, 20) + leak(1, 21, 2)))
        .extracting(Headcount::goroutines)
        .containsExactly(70L, 0L, 2L);
  }

  @Test
  void oneMomentIsNoGrowth() throws IOException {
    assertThat(growth(start(1, 10) + leak(1, 11, 70))).isEmpty();
  }

  @Test
  void profilesOfOneMomentAreAddedAndOthersFollow() {
    Growth all =
        Growth.ofProfile(new Headcount(2_000, 9, 0))
            .plus(Growth.ofProfile(new Headcount(1_000, 3, 0)))
            .plus(Growth.ofProfile(new Headcount(1_000, 2, 0)));
    assertThat(all.overTime())
        .containsExactly(new Headcount(1_000, 5, 0), new Headcount(2_000, 9, 0));
  }

  @Test
  void aChartHasItsFirstAndLastPointAndNotTooMany() throws IOException {
    StringBuilder log = new StringBuilder(start(1, 1));
    for (int i = 1; i <= 5_000; i++) {
      log.append(leak(1, i, i));
    }
    assertThat(growth(log.toString()))
        .hasSize(200)
        .startsWith(new Headcount(1_000, 1, 100))
        .endsWith(new Headcount(5_000_000, 5_000, 500_000));
  }
}
