package dev.harrier.toolchain.selftest;

import dev.harrier.base.file.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Distinguishes one GOROOT from another by the contents that the hooks have to do with. */
public final class SourceDigest {
  private static final List<String> PARTS =
      List.of(
          "VERSION",
          "src/runtime",
          "src/internal/runtime",
          "src/internal/sync",
          "src/sync",
          "src/context",
          "src/testing",
          "src/time");

  private SourceDigest() {}

  /** Hexadecimal digits. */
  public static String of(Path goroot) throws IOException {
    MessageDigest sha = Sha256.create();
    for (String part : PARTS) {
      Path place = goroot.resolve(part);
      if (!Files.exists(place)) {
        continue; // A development version has no VERSION.
      }
      try (Stream<Path> files = Files.walk(place)) {
        for (Path file : files.filter(f -> Files.isRegularFile(f)).sorted().toList()) {
          sha.update(goroot.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
          sha.update(Files.readAllBytes(file));
        }
      }
    }
    return HexFormat.of().formatHex(sha.digest(), 0, 16);
  }
}
