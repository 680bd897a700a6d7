package dev.harrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrier.cli.process.ExitStatus;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code harrier report} of pprof profiles that a real program wrote. */
final class LeakReportTest {
  @TempDir private Path directory;

  @Test
  void profilesAreFoldedAndOnlyLeaksAreFindings() throws Exception {
    LeakBinary binary = LeakBinary.of("profiles.go", directory.resolve("m"), GoRelease.CHOSEN);
    assertThat(binary.run(Map.of(), directory.toString()).status()).isZero();
    HarrierProcess harrier = new HarrierProcess(directory);

    HarrierProcess.Result leaks = harrier.call("report", "goroutineleak.pb.gz");
    assertThat(leaks.status()).isEqualTo(ExitStatus.FINDINGS.code());
    assertThat(leaks.out())
        .contains("main.go:13:1: goroutine-leak: goroutine blocks forever, 7 times: it sends on a")
        .contains("harrier: 1 finding (1 process, 7 goroutines, ");

    HarrierProcess.Result blocked = harrier.call("report", "goroutine.pb.gz");
    assertThat(blocked.status()).isEqualTo(ExitStatus.NOTHING_FOUND.code());
    assertThat(blocked.out())
        .contains("goroutine-leak: 7 goroutines were blocked in chan send (suspicious)")
        .contains("goroutine-leak: 1 goroutine was blocked in sync.Mutex.Lock (suspicious)")
        .contains("harrier: nothing found, 2 suspicious (1 process, 8 goroutines, ");
    assertThat(harrier.call("report", "-fail-on", "suspicious", "goroutine.pb.gz").status())
        .isEqualTo(ExitStatus.FINDINGS.code());
    assertThat(harrier.call("report", "-fail-on", "never", "goroutineleak.pb.gz").status())
        .isEqualTo(ExitStatus.NOTHING_FOUND.code());

    HarrierProcess.Result fleet =
        harrier.call("report", "goroutineleak.pb.gz", "goroutineleak.pb.gz");
    assertThat(fleet.out()).contains("  cost    14 goroutines in 2 processes");
  }

  @Test
  void everyFormatHasThem() throws Exception {
    LeakBinary binary = LeakBinary.of("profiles.go", directory.resolve("m"), GoRelease.CHOSEN);
    Path log = directory.resolve("leaks.jsonl");
    binary.run(
        Map.of("HARRIER_LEAKS", "report", "HARRIER_LEAKS_OUT", log.toString()),
        directory.toString());
    HarrierProcess harrier = new HarrierProcess(directory);
    String rule = "goroutine-leak";

    JsonObject json =
        JsonParser.parseString(harrier.call("report", "-format", "json", log.toString()).out())
            .getAsJsonObject();
    JsonObject finding = json.getAsJsonArray("findings").get(0).getAsJsonObject();
    assertThat(finding.get("rule").getAsString()).isEqualTo(rule);
    assertThat(finding.get("strength").getAsString()).isEqualTo("observed");
    JsonObject defect = finding.getAsJsonObject("defect");
    assertThat(defect.get("kind").getAsString()).isEqualTo("leaked-in-production");
    assertThat(defect.get("type").getAsString()).isEqualTo("chan int");
    JsonObject footprint = defect.getAsJsonObject("footprint");
    assertThat(footprint.get("goroutines").getAsLong()).isEqualTo(7);
    assertThat(footprint.get("bytes").getAsLong()).isPositive();
    assertThat(footprint.get("waitingNanos").getAsLong()).isPositive();

    assertThat(harrier.call("report", "-format", "sarif", log.toString()).out())
        .contains("\"ruleId\": \"" + rule + "\"")
        .contains("\"occurrenceCount\": 7")
        .contains("kept alive");
    assertThat(harrier.call("report", "-format", "junit", log.toString()).out())
        .contains("<failure message=\"goroutine blocks forever, 7 times: it sends on an unbuffered")
        .contains("type=\"" + rule + "\"");
  }

  @Test
  void otherFilesAreRefusedInOneSentence() throws Exception {
    LeakBinary binary = LeakBinary.of("profiles.go", directory.resolve("m"), GoRelease.CHOSEN);
    binary.run(Map.of(), directory.toString());
    byte[] whole = Files.readAllBytes(directory.resolve("goroutine.pb.gz"));
    Files.write(directory.resolve("cut.pb.gz"), Arrays.copyOf(whole, whole.length / 2));
    HarrierProcess harrier = new HarrierProcess(directory);

    HarrierProcess.Result heap = harrier.call("report", "heap.pb.gz");
    assertThat(heap.status()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(heap.err()).contains("heap.pb.gz is a profile of inuse_space");
    assertThat(heap.err().lines()).hasSize(1);

    HarrierProcess.Result cut = harrier.call("report", "cut.pb.gz");
    assertThat(cut.status()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(cut.err().lines()).hasSize(1);
  }

  /** A length below zero, no count, a string that is not there: as anyone may write them. */
  @Test
  void profilesThatNoProgramWroteAreRefusedInOneSentence() throws Exception {
    Map<String, String> hostile =
        Map.of(
            "7af5ffffffffffffffff01",
            "not a complete pprof profile",
            "1200",
            "a stack does not say how many goroutines have it",
            "12021001" + "0a020801" + "3200",
            "names string 1 of 1",
            "0a020801"
                + "12040801"
                + "1001"
                + "220608012202"
                + "0801"
                + "2a0408011009"
                + "3200"
                + "3209"
                + HexFormat.of().formatHex("goroutine".getBytes(UTF_8)),
            "names string 9 of 2");
    HarrierProcess harrier = new HarrierProcess(directory);
    for (Map.Entry<String, String> each : hostile.entrySet()) {
      profile(HexFormat.of().parseHex(each.getKey()), 1);
      HarrierProcess.Result result = harrier.call("report", "hostile.pb.gz");
      assertThat(result.status()).as(result.toString()).isEqualTo(ExitStatus.USAGE.code());
      assertThat(result.err()).contains("hostile.pb.gz", each.getValue());
      assertThat(result.err().lines()).hasSize(1);
    }
  }

  /** Some kilobytes that stand for much. */
  @Test
  void profilesWithoutEndAreRefused() throws Exception {
    HarrierProcess harrier = new HarrierProcess(directory);
    profile(HexFormat.of().parseHex("3200"), 3_000_000);
    assertThat(harrier.call("report", "hostile.pb.gz").err())
        .contains("says more than a profile of goroutines does: over 2,000,000")
        .hasLineCount(1);
    profile(new byte[] {0x7a, (byte) 0x80, (byte) 0x80, 0x40}, 1, new byte[1 << 20], 70);
    assertThat(harrier.call("report", "hostile.pb.gz").err())
        .contains("not a complete pprof profile of at most 64 MB")
        .hasLineCount(1);
  }

  private void profile(byte[] bytes, int times) throws IOException {
    profile(bytes, times, new byte[0], 0);
  }

  private void profile(byte[] bytes, int times, byte[] rest, int timesRest) throws IOException {
    try (OutputStream out =
        new BufferedOutputStream(
            new GZIPOutputStream(Files.newOutputStream(directory.resolve("hostile.pb.gz"))))) {
      for (int i = 0; i < times; i++) {
        out.write(bytes);
      }
      for (int i = 0; i < timesRest; i++) {
        out.write(rest);
      }
    }
  }
}
