package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.cli.HarrierProcess.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that can't take a run. They are real ones, so only root can make them. */
final class DiskTest {
  @TempDir private Path directory;
  private Path disk = Path.of("");
  private boolean mounted;

  private void mount(String options) throws IOException, InterruptedException {
    disk = Files.createDirectory(directory.resolve("disk"));
    mounted = succeeds("mount", "-t", "tmpfs", "-o", options, "harrier-test", disk.toString());
    assumeTrue(mounted, "a disk of its own needs the right to mount");
  }

  @AfterEach
  void unmount() throws IOException, InterruptedException {
    if (mounted) {
      assertThat(succeeds("umount", "-l", disk.toString())).isTrue();
    }
  }

  private static boolean succeeds(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }

  private HarrierProcess harrier() {
    return new HarrierProcess(disk);
  }

  @Test
  void aReadOnlyModuleIsTestedAndItsRunIsKeptElsewhere() throws Exception {
    mount("size=4m");
    GoModule.at(disk).leakingTest();
    assertThat(succeeds("mount", "-o", "remount,ro", disk.toString())).isTrue();

    Result result = harrier().run("test");

    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.err()).contains("can't be written; this run is kept in");
    Result report = harrier().run("report");
    assertThat(report.status()).as(report.toString()).isEqualTo(1);
    assertThat(report.out()).contains("m_test.go:9:1: goroutine-leak: ");
  }

  @Test
  void aFullDiskIsNamedBeforeAnythingRuns() throws Exception {
    mount("size=64k");
    GoModule.at(disk).leakingTest();
    fill(0);

    Result result = harrier().run("test");

    assertThat(result.status()).as(result.toString()).isEqualTo(4);
    assertThat(result.err()).contains("No space left on device").doesNotContain("\tat ");
  }

  @Test
  void aDiskThatFillsUpDuringARunLosesNoFinding() throws Exception {
    mount("size=24m");
    GoModule.at(disk)
        .test(
            "",
            """
            ch := make(chan int)
            go func() { ch <- 1 }()
            c := make(chan int, 1)
            for range 3_000_000 {
              c <- 1
              <-c
            }
            """);

    Result result = harrier().run("test");

    assertThat(result.status()).as(result.toString()).isIn(1, 3, 4);
    assertThat(result.out()).contains("harrier: incomplete: ").contains("ok  \texample.com/m");
  }

  @Test
  void anExplorationOnADiskThatFillsUpKeepsWhatItHad() throws Exception {
    mount("size=24m");
    GoModule.at(disk)
        .test(
            "time",
            """
            c := make(chan int)
            go func() { c <- 1 }()
            select {
            case <-c:
            case <-time.After(time.Minute):
            }
            """);
    assertThat(harrier().run("fuzz", "--per-test", "40").status()).isEqualTo(1);
    Path kept = disk.resolve(".harrier/fuzz");
    fill(0);

    Result full = harrier().run("fuzz", "--per-test", "40");
    assertThat(full.status()).as(full.toString()).isEqualTo(4);
    assertThat(full.err()).contains("No space left on device").doesNotContain("\tat ");

    for (int i = 0; Files.deleteIfExists(disk.resolve("filler" + i)); i++) {}
    Result again = harrier().run("fuzz", "--execs", "1");
    assertThat(again.status()).as("what was found is tried first: " + again).isEqualTo(1);
    assertThat(again.out()).doesNotContain("damaged").doesNotContain("dropped");
    assertThat(kept.resolve("corpus")).exists();
  }

  /** Leaves {@code free} bytes on the disk, or what the last block allows. */
  private void fill(long free) throws IOException {
    byte[] block = new byte[4096];
    long usable = Files.getFileStore(disk).getUsableSpace() - free;
    for (int i = 0; usable >= block.length; i++, usable -= block.length) {
      Files.write(disk.resolve("filler" + i), block);
    }
  }
}
