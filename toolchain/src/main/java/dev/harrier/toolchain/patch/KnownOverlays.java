package dev.harrier.toolchain.patch;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

/**
 * Which overlay the sources of a GOROOT led to, so that it is made once and not by every command:
 * making it takes longer than a small test. What is known holds for one Harrier, to the byte, and
 * as long as every source that was looked at has its size and its time of modification.
 *
 * <p>A Go that is newer than this Harrier is looked at each time, and so is every Go by a Harrier
 * that does not come from a jar.
 */
final class KnownOverlays {
  /** How an overlay is made. */
  @FunctionalInterface
  interface Making {
    Made make() throws ToolchainException, IOException;
  }

  /**
   * A new overlay.
   *
   * @param sources what it depends on
   */
  record Made(Overlay overlay, List<Path> sources) {}

  private static final Optional<String> OWN = ownDigest();

  private final Path directory;
  private final Optional<String> harrier;

  /**
   * @param directory where overlays are kept
   */
  KnownOverlays(Path directory) {
    this(directory, OWN);
  }

  /**
   * @param harrier what distinguishes this Harrier from others; empty if nothing does
   */
  KnownOverlays(Path directory, Optional<String> harrier) {
    this.directory = directory;
    this.harrier = harrier;
  }

  /**
   * The overlay, known or new.
   *
   * @param kind what distinguishes it from others of the same Go
   */
  Overlay get(GoToolchain go, String kind, Making making) throws ToolchainException, IOException {
    if (harrier.isEmpty() || go.version().isNewerThanKnown()) {
      return making.make().overlay();
    }
    Optional<Overlay> known = known(go, kind);
    if (known.isPresent()) {
      return known.get();
    }
    Made made = making.make();
    write(name(go, kind, harrier.get()), made);
    return made.overlay();
  }

  /** The overlay if it is known; makes none, and writes nothing. */
  Optional<Overlay> known(GoToolchain go, String kind) {
    return harrier.isEmpty() || go.version().isNewerThanKnown()
        ? Optional.empty()
        : read(name(go, kind, harrier.get()));
  }

  private static String name(GoToolchain go, String kind, String harrier) {
    return String.join(" ", kind, harrier, go.goos(), go.goarch(), go.goroot().toString());
  }

  private Path file(String name) {
    return directory.resolve("known-" + Integer.toHexString(name.hashCode()));
  }

  /**
   * The first line is the name, which others may share the file with, the second the overlay, each
   * other a source; anything else is as good as no file.
   */
  private Optional<Overlay> read(String name) {
    try {
      List<String> lines = Files.readAllLines(file(name));
      if (!lines.getFirst().equals(name)) {
        return Optional.empty();
      }
      String[] words = lines.get(1).split(" ", 3);
      Path json = directory.resolve(words[2]);
      for (String line : lines.subList(2, lines.size())) {
        Path source = Path.of(line.substring(line.indexOf(' ', line.indexOf(' ') + 1) + 1));
        if (!line.equals(line(source))) {
          return Optional.empty();
        }
      }
      return Files.exists(json) && lines.size() > 2
          ? Optional.of(
              new Overlay(
                  json,
                  HexFormat.fromHexDigitsToLong(words[0]),
                  Extent.valueOf(words[1]),
                  Optional.empty()))
          : Optional.empty();
    } catch (IOException
        | IllegalArgumentException
        | IndexOutOfBoundsException
        | NoSuchElementException e) {
      return Optional.empty();
    }
  }

  private void write(String name, Made made) {
    try {
      List<String> lines = new ArrayList<>();
      lines.add(name);
      lines.add(
          "%s %s %s"
              .formatted(
                  HexFormat.of().toHexDigits(made.overlay().digest()),
                  made.overlay().extent(),
                  directory.relativize(made.overlay().json())));
      for (Path source : made.sources()) {
        lines.add(line(source));
      }
      Path part = Files.createTempFile(directory, "known", ".part");
      try {
        Files.write(part, lines);
        Files.move(
            part, file(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      // It is found out again the next time.
    }
  }

  private static String line(Path source) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(source, BasicFileAttributes.class);
    return "%d %d %s"
        .formatted(
            attributes.size(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS), source);
  }

  /**
   * The size and the CRC-32 of the jar: a better digest of it takes longer than all else that is
   * done here. Where classes were archived, they have no code source; that they are in a jar can be
   * asked.
   */
  private static Optional<String> ownDigest() {
    URL own = KnownOverlays.class.getResource("KnownOverlays.class");
    try {
      return own != null && own.openConnection() instanceof JarURLConnection jar
          ? Optional.of(digest(Files.readAllBytes(Path.of(jar.getJarFileURL().toURI()))))
          : Optional.empty();
    } catch (IOException | URISyntaxException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String digest(byte[] jar) {
    CRC32 crc = new CRC32();
    crc.update(jar);
    return jar.length + "-" + Long.toHexString(crc.getValue());
  }
}
