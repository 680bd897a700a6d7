package dev.harrier.binary.buildinfo;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harrier.binary.elf.ElfFile;
import dev.harrier.binary.elf.Segment;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The build information of a Go executable.
 *
 * @param goVersion as {@code runtime.Version()} says: {@code go1.26.8}
 * @param mainPackage import path of the main package, "" if not recorded
 * @param mainModule path of the module that it is in, "" if not recorded
 * @param settings the {@code build} lines: {@code -race=true}, {@code CGO_ENABLED=1}
 */
public record BuildInfo(
    String goVersion, String mainPackage, String mainModule, Map<String, String> settings) {
  private static final byte[] MAGIC = "\u00ff Go buildinf:".getBytes(StandardCharsets.ISO_8859_1);
  private static final int ALIGNMENT = 16;
  private static final int HEADER = 32;
  private static final int FLAGS = 15;
  private static final int INLINE_STRINGS = 2;

  /** The module text stands between two sentinels of this many bytes (modload.ModInfoData). */
  private static final int SENTINEL = 16;

  public BuildInfo {
    settings = Map.copyOf(settings);
  }

  /** Looks in the section of that name, then through all writable segments. */
  public static Optional<BuildInfo> read(ElfFile file) {
    Optional<BuildInfo> found =
        file.section(".go.buildinfo")
            .flatMap(s -> scan(file.bytes().asSlice(s.offset(), s.size())));
    if (found.isPresent()) {
      return found;
    }
    return file.segments().stream()
        .filter(s -> s.isLoad() && s.isWritable())
        .map(s -> scan(segmentBytes(file, s)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static MemorySegment segmentBytes(ElfFile file, Segment s) {
    return file.bytes().asSlice(s.offset(), s.fileSize());
  }

  private static Optional<BuildInfo> scan(MemorySegment area) {
    byte[] head = new byte[MAGIC.length];
    for (long at = 0; at + HEADER < area.byteSize(); at += ALIGNMENT) {
      if (area.get(JAVA_BYTE, at) != MAGIC[0]) {
        continue;
      }
      MemorySegment.copy(area, JAVA_BYTE, at, head, 0, head.length);
      if (Arrays.equals(head, MAGIC) && (area.get(JAVA_BYTE, at + FLAGS) & INLINE_STRINGS) != 0) {
        return parse(area.asSlice(at + HEADER));
      }
    }
    return Optional.empty();
  }

  private static Optional<BuildInfo> parse(MemorySegment strings) {
    try {
      Cursor cursor = new Cursor(strings);
      String version = new String(cursor.next(), StandardCharsets.UTF_8);
      byte[] module = cursor.next();
      String text =
          module.length < 2 * SENTINEL
              ? ""
              : new String(module, SENTINEL, module.length - 2 * SENTINEL, StandardCharsets.UTF_8);
      return Optional.of(of(version, text));
    } catch (IndexOutOfBoundsException damaged) {
      return Optional.empty();
    }
  }

  private static BuildInfo of(String version, String text) {
    String mainPackage = "";
    String mainModule = "";
    Map<String, String> settings = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      String[] cells = line.split("\t", 3);
      if (cells[0].equals("path") && cells.length > 1) {
        mainPackage = cells[1];
      } else if (cells[0].equals("mod") && cells.length > 1) {
        mainModule = cells[1];
      } else if (cells[0].equals("build") && cells.length > 1 && cells[1].contains("=")) {
        int equals = cells[1].indexOf('=');
        settings.put(cells[1].substring(0, equals), cells[1].substring(equals + 1));
      }
    }
    return new BuildInfo(version, mainPackage, mainModule, settings);
  }

  /** Reads length-prefixed strings one after the other. */
  private static final class Cursor {
    private final MemorySegment source;
    private long at;

    Cursor(MemorySegment source) {
      this.source = source;
    }

    byte[] next() {
      int length = 0;
      int shift = 0;
      int part;
      do {
        part = source.get(JAVA_BYTE, at++);
        length |= (part & 0x7f) << shift;
        shift += 7;
      } while (part < 0 && shift < 32);
      byte[] text = new byte[Math.toIntExact(source.asSlice(at, length).byteSize())];
      MemorySegment.copy(source, JAVA_BYTE, at, text, 0, length);
      at += length;
      return text;
    }
  }
}
