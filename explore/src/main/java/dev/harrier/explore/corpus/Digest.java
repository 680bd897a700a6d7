package dev.harrier.explore.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** Distinguishes files and names: a checksum and a length. No protection against intent. */
public final class Digest {
  private Digest() {}

  public static String of(Path file) throws IOException {
    return of(Files.readAllBytes(file));
  }

  public static String of(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return HexFormat.of().toHexDigits(crc.getValue(), 8) + "-" + bytes.length;
  }
}
