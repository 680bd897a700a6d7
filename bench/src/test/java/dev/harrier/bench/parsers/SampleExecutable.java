package dev.harrier.bench.parsers;

import dev.harrier.binary.elf.ElfFile;
import dev.harrier.binary.elf.Section;
import dev.harrier.binary.log.HookTable;
import dev.harrier.binary.log.LogFormat;
import dev.harrier.binary.rewrite.LogSettings;
import dev.harrier.binary.rewrite.Rewriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * A small program that the Go of this machine built, and its copy that {@code harrier trace} would
 * run. Both are too large to be inputs themselves.
 */
final class SampleExecutable {
  private static final String SOURCE =
      """
      package main

      func main() {
        numbers := make(chan int)
        go func() { numbers <- 1 }()
        println(<-numbers)
      }
      """;

  /** Of an area of the file: what heads it is worth more tries than the rest. */
  private static final int HEAD = 256;

  /** One byte for the area, four for the place in it, eight for the word that is written there. */
  private static final int PATCH = 13;

  private static final int MOST_PATCHES = 64;

  private final Path rewritten;
  private final byte[] image;
  private final List<Area> areas;
  private final long build;

  private record Area(long offset, long size) {}

  private SampleExecutable(Path built, Path rewritten) throws IOException {
    this.rewritten = rewritten;
    this.image = Files.readAllBytes(built);
    this.build = HookTable.read(rewritten).build();
    this.areas = areas(ElfFile.open(built), image.length);
  }

  /** Builds it. Skips the test, saying so, where there is no Go. */
  static SampleExecutable build(Path directory) throws IOException {
    Path source = Files.createDirectories(directory.resolve("sample"));
    Files.writeString(source.resolve("go.mod"), "module example.com/sample\n\ngo 1.26\n");
    Files.writeString(source.resolve("main.go"), SOURCE);
    Path built = source.resolve("sample.exe");
    ProcessBuilder go =
        new ProcessBuilder("go", "build", "-o", built.toString(), ".").directory(source.toFile());
    go.environment().put("GOARCH", "amd64");
    go.environment().put("GOOS", "linux");
    int status;
    try {
      status = go.inheritIO().start().waitFor();
    } catch (IOException e) {
      return Assumptions.abort("no Go on PATH: " + e.getMessage());
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while Go builds", e);
    }
    if (status != 0) {
      throw new AssertionError("go build ended with status " + status);
    }
    Path rewritten = source.resolve("rewritten.exe");
    Rewriter.rewrite(built, rewritten, LogSettings.RING);
    return new SampleExecutable(built, rewritten);
  }

  private static List<Area> areas(ElfFile file, long size) {
    List<Area> all = new ArrayList<>();
    all.add(new Area(0, HEAD));
    all.add(new Area(HEAD, 2 * HEAD));
    all.add(new Area(file.header().sectionHeaders(), 64L * file.header().sectionHeaderCount()));
    for (String name : List.of(".gopclntab", ".go.module", ".noptrdata", ".go.buildinfo")) {
      for (Section section : file.section(name).stream().toList()) {
        all.add(new Area(section.offset(), Math.min(HEAD, section.size())));
        all.add(new Area(section.offset(), section.size()));
      }
    }
    all.add(new Area(0, size));
    return all;
  }

  /** The copy, which is what logs are read with. */
  Path rewritten() {
    return rewritten;
  }

  /** The executable with words replaced: as many as the input has patches. */
  byte[] patched(byte[] patches) {
    byte[] bytes = image.clone();
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer in = ByteBuffer.wrap(patches).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < MOST_PATCHES && in.remaining() >= PATCH; i++) {
      Area area = areas.get(Byte.toUnsignedInt(in.get()) % areas.size());
      long at = area.offset + Integer.toUnsignedLong(in.getInt()) % area.size;
      long word = in.getLong();
      if (at + Long.BYTES <= bytes.length) {
        file.putLong((int) at, word);
      }
    }
    return bytes;
  }

  /** A log as the copy of this machine would have written it: only the build is another. */
  byte[] logged(byte[] log) {
    byte[] bytes = log.clone();
    if (bytes.length >= LogFormat.HEADER) {
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(LogFormat.BUILD, build);
    }
    return bytes;
  }
}
