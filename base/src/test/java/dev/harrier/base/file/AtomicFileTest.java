package dev.harrier.base.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AtomicFileTest {
  @TempDir Path directory;

  @Test
  void theNewTextTakesThePlaceOfTheFormer() throws IOException {
    Path file = directory.resolve("file");
    AtomicFile.replace(file, "a longer text");
    AtomicFile.replace(file, "text");
    assertThat(file).hasContent("text");
    assertThat(names()).containsExactly("file");
  }

  @Test
  void whatCannotBeWrittenLeavesTheFormer() throws IOException {
    Path file = directory.resolve("file");
    AtomicFile.replace(file, "text");
    Files.createDirectories(AtomicFile.unfinished(file).resolve("in-the-way"));
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> AtomicFile.replace(file, "new"));
    assertThat(file).hasContent("text");
  }

  @Test
  void aLinkStaysOne() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "text");
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    AtomicFile.replace(link, "new");
    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
  }

  @Test
  void aLinkGivesWayToAnEntry() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "text");
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    AtomicFile.replaceEntry(link, "new");
    assertThat(link).isRegularFile().hasContent("new");
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(file).hasContent("text");
  }

  /** A terminal or /dev/null would be gone for everybody. */
  @Test
  void whatIsNoFileIsWrittenTo() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    CompletableFuture<String> read = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> read.completeAsync(() -> text(pipe)));
    AtomicFile.replace(pipe, "text");
    assertThat(read.get()).isEqualTo("text");
    assertThat(names()).containsExactly("pipe");
  }

  @Test
  void reasonsAreWords() {
    Path nowhere = directory.resolve("no").resolve("file");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> AtomicFile.replace(nowhere, ""))
        .extracting(IoErrors::described)
        .asString()
        .startsWith(directory.resolve("no").toString())
        .endsWith(": no such file or directory");
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(f -> f.getFileName().toString()).toList();
    }
  }
}
