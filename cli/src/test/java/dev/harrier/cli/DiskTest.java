package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that can't take a run. They are real ones, so only root can make them. */
final class DiskTest {
  @TempDir private Path directory;

  private SmallDisk disk(String size) throws IOException {
    return SmallDisk.at(directory.resolve("disk"), size);
  }

  private HarrierProcess harrier() {
    return new HarrierProcess(directory.resolve("disk"));
  }

  @Test
  void aReadOnlyModuleIsTestedAndItsRunIsKeptElsewhere() throws Exception {
    try (SmallDisk disk = disk("4m")) {
      GoModule.at(disk.root()).leakingTest();
      disk.makeReadOnly();

      Result result = harrier().run("test");

      assertThat(result.status()).as(result.toString()).isEqualTo(1);
      assertThat(result.err()).contains("can't be written; this run is kept in");
      Result report = harrier().run("report");
      assertThat(report.status()).as(report.toString()).isEqualTo(1);
      assertThat(report.out()).contains("m_test.go:9:1: goroutine-leak: ");
    }
  }

  @Test
  void aFullDiskIsNamedBeforeAnythingRuns() throws Exception {
    try (SmallDisk disk = disk("64k")) {
      GoModule.at(disk.root()).leakingTest();
      disk.fill();

      Result result = harrier().run("test");

      assertThat(result.status()).as(result.toString()).isEqualTo(4);
      assertThat(result.err()).contains("No space left on device").doesNotContain("\tat ");
    }
  }

  @Test
  void aDiskThatFillsUpDuringARunLosesNoFinding() throws Exception {
    try (SmallDisk disk = disk("24m")) {
      GoModule.at(disk.root())
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
  }

  @Test
  void anExplorationOnADiskThatFillsUpKeepsWhatItHad() throws Exception {
    try (SmallDisk disk = disk("24m")) {
      GoModule.at(disk.root())
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
      Path kept = disk.root().resolve(".harrier/fuzz");
      disk.fill();

      Result full = harrier().run("fuzz", "--per-test", "40");
      assertThat(full.status()).as(full.toString()).isEqualTo(4);
      assertThat(full.err()).contains("No space left on device").doesNotContain("\tat ");

      disk.makeRoom();
      Result again = harrier().run("fuzz", "--execs", "1");
      assertThat(again.status()).as("what was found is tried first: " + again).isEqualTo(1);
      assertThat(again.out()).doesNotContain("damaged").doesNotContain("dropped");
      assertThat(kept.resolve("corpus")).exists();
    }
  }
}
