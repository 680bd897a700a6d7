package dev.harrier.cli.build;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The executables that a {@code go build} leaves behind, as far as its flags say: the file that
 * {@code -o} names, or what it wrote into that directory, or into the current one.
 *
 * @param place a file or a directory
 * @param since when the build began
 * @param whole whether an executable holds all of its runtime
 */
record BuiltFiles(Path place, Instant since, boolean whole) {
  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
  private static final int CHUNK = 1 << 20;

  /** To be called before the build. */
  static BuiltFiles before(GoBuildWords words, Path directory) {
    // File systems keep times less exactly than clocks do.
    Instant since = Instant.now().minusSeconds(2);
    return new BuiltFiles(
        directory.resolve(words.value("o").orElse("")),
        since,
        !words.has("linkshared") && !words.has("n"));
  }

  /** One of them in which a text does not occur. */
  Optional<Path> without(String mark) throws IOException {
    for (Path file : whole ? files() : List.<Path>of()) {
      if (isElf(file) && !contains(file, mark.getBytes(StandardCharsets.UTF_8))) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(place)) {
      return Files.isRegularFile(place) ? List.of(place) : List.of();
    }
    List<Path> files = new ArrayList<>();
    try (Stream<Path> entries = Files.list(place)) {
      for (Path file : (Iterable<Path>) entries::iterator) {
        if (Files.isRegularFile(file)
            && Files.isExecutable(file)
            && Files.getLastModifiedTime(file).compareTo(FileTime.from(since)) > 0) {
          files.add(file);
        }
      }
    }
    return files;
  }

  private static boolean isElf(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(ELF.length), ELF);
    }
  }

  private static boolean contains(Path file, byte[] text) throws IOException {
    byte[] chunk = new byte[CHUNK];
    int kept = 0;
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.readNBytes(chunk, 0, CHUNK);
          n > 0;
          n = in.readNBytes(chunk, kept, CHUNK - kept)) {
        int filled = kept + n;
        if (indexOf(chunk, filled, text) >= 0) {
          return true;
        }
        kept = Math.min(filled, text.length - 1);
        System.arraycopy(chunk, filled - kept, chunk, 0, kept);
      }
    }
    return false;
  }

  private static int indexOf(byte[] bytes, int filled, byte[] text) {
    for (int i = 0; i + text.length <= filled; i++) {
      if (bytes[i] == text[0] && Arrays.equals(bytes, i, i + text.length, text, 0, text.length)) {
        return i;
      }
    }
    return -1;
  }
}
