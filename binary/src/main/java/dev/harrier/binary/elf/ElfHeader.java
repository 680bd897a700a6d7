package dev.harrier.binary.elf;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The file header.
 *
 * @param positionIndependent whether the file is {@code ET_DYN}
 * @param entry {@code e_entry}, a link-time address
 * @param programHeaders position of the program headers in the file
 * @param sectionHeaders position of the section headers in the file, 0 if there are none
 * @param sectionNames index of the section that holds the names
 */
public record ElfHeader(
    Machine machine,
    boolean positionIndependent,
    long entry,
    long programHeaders,
    int programHeaderCount,
    long sectionHeaders,
    int sectionHeaderCount,
    int sectionNames) {
  private static final int SIZE = 64;
  private static final int SEGMENT_SIZE = 56;
  private static final int SECTION_SIZE = 64;
  private static final int MAGIC = 0x464c457f;
  private static final int NOBITS = 8;
  private static final int SYSTEM_V = 0;
  private static final int LINUX = 3;

  static ElfHeader read(MemorySegment file, Path path) throws UnusableBinaryException {
    if (file.byteSize() < SIZE || file.get(LittleEndian.INT, 0) != MAGIC) {
      throw new UnusableBinaryException(
          path
              + " is not an ELF file; Harrier reads Go executables for linux/amd64 and linux/arm64.");
    }
    if (file.get(JAVA_BYTE, 4) != 2 || file.get(JAVA_BYTE, 5) != 1) {
      throw new UnusableBinaryException(
          path + " is not a 64-bit little-endian ELF file; build it with GOARCH=amd64 or arm64.");
    }
    int number = LittleEndian.u16(file, 18);
    Optional<Machine> machine = Machine.of(number);
    if (machine.isEmpty()) {
      throw new UnusableBinaryException(
          "%s is for ELF machine %d; Harrier reads x86-64 (62) and AArch64 (183):"
                  .formatted(path, number)
              + " build it with GOARCH=amd64 or arm64.");
    }
    int system = file.get(JAVA_BYTE, 7);
    if (system != SYSTEM_V && system != LINUX) {
      throw new UnusableBinaryException(
          "%s is for another system than linux (ELF OS ABI %d); build it with GOOS=linux."
              .formatted(path, system));
    }
    int type = LittleEndian.u16(file, 16);
    if (type != 2 && type != 3) {
      throw new UnusableBinaryException(
          "%s has ELF type %d; Harrier needs a linked executable (type 2 or 3)."
              .formatted(path, type));
    }
    return new ElfHeader(
        machine.get(),
        type == 3,
        file.get(LittleEndian.LONG, 24),
        file.get(LittleEndian.LONG, 32),
        LittleEndian.u16(file, 56),
        file.get(LittleEndian.LONG, 40),
        LittleEndian.u16(file, 60),
        LittleEndian.u16(file, 62));
  }

  static List<Segment> readSegments(MemorySegment file, ElfHeader h, Path path)
      throws UnusableBinaryException {
    if (!within(file, h.programHeaders, (long) h.programHeaderCount * SEGMENT_SIZE)) {
      throw new UnusableBinaryException(
          path + " is truncated: its program headers lie outside the file.");
    }
    List<Segment> all = new ArrayList<>();
    for (int i = 0; i < h.programHeaderCount; i++) {
      long at = h.programHeaders + (long) i * SEGMENT_SIZE;
      Segment s =
          new Segment(
              file.get(LittleEndian.INT, at),
              file.get(LittleEndian.INT, at + 4),
              file.get(LittleEndian.LONG, at + 8),
              file.get(LittleEndian.LONG, at + 16),
              file.get(LittleEndian.LONG, at + 32),
              file.get(LittleEndian.LONG, at + 40),
              file.get(LittleEndian.LONG, at + 48));
      if (s.isLoad() && !within(file, s.offset(), s.fileSize())) {
        throw new UnusableBinaryException(
            "%s is truncated: segment %d ends at byte %d, the file has %d."
                .formatted(path, i, s.offset() + s.fileSize(), file.byteSize()));
      }
      all.add(s);
    }
    return List.copyOf(all);
  }

  /** Sections are a convenience: headers that make no sense count as absent. */
  static List<Section> readSections(MemorySegment file, ElfHeader h) {
    if (h.sectionHeaders == 0
        || h.sectionNames >= h.sectionHeaderCount
        || !within(file, h.sectionHeaders, (long) h.sectionHeaderCount * SECTION_SIZE)) {
      return List.of();
    }
    long names = h.sectionHeaders + (long) h.sectionNames * SECTION_SIZE;
    long nameOffset = file.get(LittleEndian.LONG, names + 24);
    long nameSize = file.get(LittleEndian.LONG, names + 32);
    if (!within(file, nameOffset, nameSize)) {
      return List.of();
    }
    MemorySegment table = file.asSlice(nameOffset, nameSize);
    try {
      return named(file, h, table, nameSize);
    } catch (IndexOutOfBoundsException nonsense) {
      return List.of();
    }
  }

  private static List<Section> named(
      MemorySegment file, ElfHeader h, MemorySegment table, long nameSize) {
    List<Section> all = new ArrayList<>();
    for (int i = 0; i < h.sectionHeaderCount; i++) {
      long at = h.sectionHeaders + (long) i * SECTION_SIZE;
      long offset = file.get(LittleEndian.LONG, at + 24);
      long size = file.get(LittleEndian.LONG, at + 32);
      long name = Integer.toUnsignedLong(file.get(LittleEndian.INT, at));
      if (file.get(LittleEndian.INT, at + 4) != NOBITS
          && within(file, offset, size)
          && name < nameSize) {
        all.add(
            new Section(
                LittleEndian.string(table, name),
                file.get(LittleEndian.LONG, at + 16),
                offset,
                size));
      }
    }
    return List.copyOf(all);
  }

  private static boolean within(MemorySegment file, long offset, long size) {
    return offset >= 0 && size >= 0 && size <= file.byteSize() && offset <= file.byteSize() - size;
  }
}
