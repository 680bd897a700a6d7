package dev.harrier.base.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ForeignFilesTest {
  @TempDir private Path directory;

  @Test
  void filesAndLinksToThemAreRead() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "text");
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    assertThat(ForeignFiles.checked(file)).isEqualTo(file);
    assertThat(ForeignFiles.checked(link)).isEqualTo(link);
    assertThat(ForeignFiles.checked(directory.resolve("none"))).doesNotExist();
  }

  @Test
  void whatHasNoEndIsRefused() throws Exception {
    Path device = Files.createSymbolicLink(directory.resolve("zero"), Path.of("/dev/zero"));
    assertThatThrownBy(() -> ForeignFiles.checked(device))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it is not a file");
    Path large = directory.resolve("large");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(1L << 31);
    }
    assertThatThrownBy(() -> ForeignFiles.checked(large))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("larger than a gigabyte");
  }
}
