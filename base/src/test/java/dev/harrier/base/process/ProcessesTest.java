package dev.harrier.base.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Also where nothing asks for the status of orphans, as in containers without an init. */
final class ProcessesTest {
  /** The shell becomes a program that asks for no status: its child that ends is a zombie. */
  @Test
  void aZombieDoesNotRun() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "there is no /proc here");
    Process parent = new ProcessBuilder("sh", "-c", "sleep 0.2 & echo $!; exec sleep 60").start();
    try (BufferedReader said = parent.inputReader()) {
      long pid = Long.parseLong(said.readLine());
      assertThat(Processes.isRunning(pid)).isTrue();
      long end = System.nanoTime() + 300_000_000_000L;
      while (Processes.isRunning(pid)) {
        assertThat(System.nanoTime()).as("it has ended").isLessThan(end);
        Thread.sleep(10);
      }
      assertThat(ProcessHandle.of(pid)).isPresent();
      assertThat(Processes.isRunning(parent.toHandle())).isTrue();
    } finally {
      parent.destroy();
    }
    parent.waitFor();
    assertThat(Processes.isRunning(parent.toHandle())).isFalse();
  }
}
