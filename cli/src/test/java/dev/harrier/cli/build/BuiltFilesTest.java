package dev.harrier.cli.build;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BuiltFilesTest {
  private static final String MARK = "harrier overlay 0123456789abcdef";

  @TempDir private Path directory;

  private Path executable(String name, int padding, String text) throws IOException {
    byte[] bytes = new byte[4 + padding + text.length()];
    System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F'}, 0, bytes, 0, 4);
    System.arraycopy(text.getBytes(UTF_8), 0, bytes, 4 + padding, text.length());
    Path file = Files.write(directory.resolve(name), bytes);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private BuiltFiles built(String... words) {
    return BuiltFiles.before(new GoBuildWords(List.of(words)), directory);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, (1 << 20) - 40, (1 << 20) - 36, (1 << 20) - 4, (3 << 20) - 10})
  void theMarkIsFoundWhereverItIs(int padding) throws IOException {
    executable("app", padding, MARK);
    assertThat(built("-o", "app", ".").without(MARK)).isEmpty();
  }

  @Test
  void aFileWithoutItIsNamed() throws IOException {
    Path app = executable("app", 1 << 21, MARK.substring(1));
    assertThat(built("-o", "app", ".").without(MARK)).contains(app);
    assertThat(built("-linkshared", "-o", "app", ".").without(MARK)).isEmpty();
  }

  @Test
  void ofADirectoryOnlyWhatIsNewCounts() throws IOException {
    BuiltFiles built = built("./...");
    Path old = executable("old", 0, "");
    Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH));
    Files.writeString(directory.resolve("script"), "#!/bin/sh\n");
    assertThat(built.without(MARK)).isEmpty();
    Path fresh = executable("fresh", 0, "");
    assertThat(built.without(MARK)).contains(fresh);
  }
}
