package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
        .contains("main.go:13: leak: 7 goroutines blocked for ever [chan send]")
        .contains("7 goroutines leaked, at 1 place, from 1 process or profile");

    HarrierProcess.Result blocked = harrier.run("report", "goroutine.pb.gz");
    assertThat(blocked.status()).isEqualTo(ExitStatus.NOTHING_FOUND.code());
    assertThat(blocked.out())
        .contains("blocked: 7 goroutines blocked [chan send]")
        .contains("blocked: 1 goroutine blocked [sync.Mutex.Lock]")
        .contains("0 goroutines leaked, 8 blocked without proof");

    HarrierProcess.Result fleet =
        harrier.run("report", "goroutineleak.pb.gz", "goroutineleak.pb.gz");
    assertThat(fleet.out()).contains("14 goroutines blocked for ever [chan send] in 2 processes");
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
