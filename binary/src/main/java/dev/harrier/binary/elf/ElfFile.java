package dev.harrier.binary.elf;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A mapped ELF executable or shared object for x86-64. The mapping lives as long as this object is
 * reachable. Reads outside the file's segments throw {@link IndexOutOfBoundsException}; callers
 * that follow pointers check with {@link #holds} first.
 */
public final class ElfFile {
  private final Path path;
  private final MemorySegment bytes;
  private final ElfHeader header;
  private final List<Segment> segments;
  private final List<Section> sections;
  private final RelativeRelocations relocations;

  private ElfFile(
      Path path,
      MemorySegment bytes,
      ElfHeader header,
      List<Segment> segments,
      List<Section> sections) {
    this.path = path;
    this.bytes = bytes;
    this.header = header;
    this.segments = segments;
    this.sections = sections;
    this.relocations = new RelativeRelocations(this);
  }

  /**
   * Maps the file.
   *
   * @throws UnusableBinaryException if it is no ELF executable for one of {@link Machine}
   * @throws IOException if it can't be read
   */
  public static ElfFile open(Path path) throws IOException {
    MemorySegment bytes;
    try (FileChannel channel = FileChannel.open(path)) {
      bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
    }
    ElfHeader header = ElfHeader.read(bytes, path);
    return new ElfFile(
        path,
        bytes,
        header,
        ElfHeader.readSegments(bytes, header, path),
        ElfHeader.readSections(bytes, header));
  }

  public Path path() {
    return path;
  }

  /** The whole file. */
  public MemorySegment bytes() {
    return bytes;
  }

  public ElfHeader header() {
    return header;
  }

  /** All program headers in file order. */
  public List<Segment> segments() {
    return segments;
  }

  /** The first section of this name; empty also when the section headers are gone. */
  public Optional<Section> section(String name) {
    return sections.stream().filter(s -> s.name().equals(name)).findFirst();
  }

  public RelativeRelocations relocations() {
    return relocations;
  }

  /** Whether the file itself holds the {@code length} bytes from {@code address} on. */
  public boolean holds(long address, long length) {
    return segments.stream().anyMatch(s -> s.isLoad() && s.holds(address, length));
  }

  /** Position in the file of the byte at {@code address}. */
  public long offsetOf(long address) {
    for (Segment s : segments) {
      if (s.isLoad() && s.holds(address, 1)) {
        return address - s.address() + s.offset();
      }
    }
    throw new IndexOutOfBoundsException(
        "%s: no byte of the file is at address 0x%x".formatted(path, address));
  }

  /** The bytes at {@code address}, as they are in the file: without relocations. */
  public MemorySegment slice(long address, long length) {
    if (!holds(address, length)) {
      throw new IndexOutOfBoundsException(
          "%s: %d bytes at address 0x%x are not in the file".formatted(path, length, address));
    }
    return bytes.asSlice(offsetOf(address), length);
  }

  /** From {@code address} to the end of its segment in the file. */
  public MemorySegment sliceToSegmentEnd(long address) {
    for (Segment s : segments) {
      if (s.isLoad() && s.holds(address, 1)) {
        long skip = address - s.address();
        return bytes.asSlice(s.offset() + skip, s.fileSize() - skip);
      }
    }
    throw new IndexOutOfBoundsException(
        "%s: no byte of the file is at address 0x%x".formatted(path, address));
  }
}
