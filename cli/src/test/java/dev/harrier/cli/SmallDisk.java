package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file system of its own, in memory. It is a real one, so only root can make it. */
final class SmallDisk implements AutoCloseable {
  private static final int BLOCK = 4096;

  private final Path root;

  private SmallDisk(Path root) {
    this.root = root;
  }

  /**
   * Mounts one; the test is skipped where that is not allowed.
   *
   * @param root is made if it is not there
   * @param size as mount has it
   */
  static SmallDisk at(Path root, String size) throws IOException {
    Files.createDirectories(root);
    assumeTrue(
        succeeds("mount", "-t", "tmpfs", "-o", "size=" + size, "harrier-test", root.toString()),
        "a disk of its own needs the right to mount");
    return new SmallDisk(root);
  }

  Path root() {
    return root;
  }

  void makeReadOnly() throws IOException {
    assertThat(succeeds("mount", "-o", "remount,ro", root.toString())).isTrue();
  }

  /** Leaves nothing that a block would fit in, until others give some back. */
  void fill() {
    try (OutputStream out =
        Files.newOutputStream(filler(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (true) {
        out.write(new byte[BLOCK]);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left on device");
    }
  }

  /** Takes away what filled it. */
  void makeRoom() throws IOException {
    Files.delete(filler());
  }

  private Path filler() {
    return root.resolve("filler");
  }

  private static boolean succeeds(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return process.onExit().join().exitValue() == 0;
  }

  @Override
  public void close() throws IOException {
    assertThat(succeeds("umount", "-l", root.toString())).isTrue();
  }
}
