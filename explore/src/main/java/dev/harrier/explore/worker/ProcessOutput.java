package dev.harrier.explore.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a program printed. */
record ProcessOutput(Path file) {
  private static final int TAIL = 4096;

  /** Messages of tests that compare what is long take so much, and come at the end. */
  private static final int END = 1 << 18;

  /** The system's words for EADDRINUSE, as Go has them (syscall/zerrors_linux_amd64.go). */
  private static final String ADDRESS_IN_USE = "address already in use";

  /** The last lines. */
  String tail() throws IOException {
    return last(TAIL);
  }

  /** As much of the end as the messages of a failed test take. */
  String end() throws IOException {
    return last(END);
  }

  private String last(int most) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      long from = Math.max(0, bytes.length() - most);
      byte[] last = new byte[(int) (bytes.length() - from)];
      bytes.seek(from);
      bytes.readFully(last);
      return new String(last, StandardCharsets.UTF_8);
    }
  }

  /** Whether it shows anywhere that an address was taken. */
  boolean saysAddressInUse() throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      return lines.lines().anyMatch(line -> line.contains(ADDRESS_IN_USE));
    }
  }
}
