package dev.harrier.explore.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/** Distinguishes files and names: a checksum and a length. No protection against intent. */
public final class Digest {
  private Digest() {}

  /** The digest of a file, which is read piece by piece: an executable may be large. */
  public static String of(Path file) throws IOException {
    CRC32C crc = new CRC32C();
    try (InputStream in = new CheckedInputStream(Files.newInputStream(file), crc)) {
      return text(crc, in.transferTo(OutputStream.nullOutputStream()));
    }
  }

  /** The digest of bytes; that of a file which has these is the same. */
  public static String of(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return text(crc, bytes.length);
  }

  private static String text(CRC32C crc, long length) {
    return HexFormat.of().toHexDigits(crc.getValue(), 8) + "-" + length;
  }
}
