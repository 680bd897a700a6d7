package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrier.cli.session.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
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

    HarrierProcess.Result leaks = harrier.run("report", "goroutineleak.pb.gz");
    assertThat(leaks.status()).isEqualTo(ExitStatus.FINDINGS.code());
    assertThat(leaks.out())
        .contains("main.go:13:1: goroutine-leak: goroutine blocks forever, 7 times: it sends on a")
        .contains("harrier: 1 finding (1 process, 7 goroutines, ");

    HarrierProcess.Result blocked = harrier.run("report", "goroutine.pb.gz");
    assertThat(blocked.status()).isEqualTo(ExitStatus.NOTHING_FOUND.code());
    assertThat(blocked.out())
        .contains("goroutine-leak: 7 goroutines were blocked in chan send (suspicious)")
        .contains("goroutine-leak: 1 goroutine was blocked in sync.Mutex.Lock (suspicious)")
        .contains("harrier: nothing found, 2 suspicious (1 process, 8 goroutines, ");
    assertThat(harrier.run("report", "-fail-on", "suspicious", "goroutine.pb.gz").status())
        .isEqualTo(ExitStatus.FINDINGS.code());
    assertThat(harrier.run("report", "-fail-on", "never", "goroutineleak.pb.gz").status())
        .isEqualTo(ExitStatus.NOTHING_FOUND.code());

    HarrierProcess.Result fleet =
        harrier.run("report", "goroutineleak.pb.gz", "goroutineleak.pb.gz");
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
        JsonParser.parseString(harrier.run("report", "-format", "json", log.toString()).out())
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

    assertThat(harrier.run("report", "-format", "sarif", log.toString()).out())
        .contains("\"ruleId\": \"" + rule + "\"")
        .contains("\"occurrenceCount\": 7")
        .contains("kept alive");
    assertThat(harrier.run("report", "-format", "junit", log.toString()).out())
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

    HarrierProcess.Result heap = harrier.run("report", "heap.pb.gz");
    assertThat(heap.status()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(heap.err()).contains("heap.pb.gz is a profile of inuse_space");
    assertThat(heap.err().lines()).hasSize(1);

    HarrierProcess.Result cut = harrier.run("report", "cut.pb.gz");
    assertThat(cut.status()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(cut.err().lines()).hasSize(1);
  }
}
