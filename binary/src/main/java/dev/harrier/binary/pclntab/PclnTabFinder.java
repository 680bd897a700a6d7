package dev.harrier.binary.pclntab;

import dev.harrier.binary.elf.ElfFile;
import dev.harrier.binary.elf.LittleEndian;
import dev.harrier.binary.elf.Section;
import dev.harrier.binary.elf.Segment;
import dev.harrier.binary.elf.UnusableBinaryException;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Finds the {@code pcHeader} and its {@code moduledata}. A header counts only if a module data
 * structure confirms it: the magic number may also occur in code or in data.
 */
final class PclnTabFinder {
  /** Older linkers aligned the table to 32 bytes. */
  private static final int ALIGNMENT = 8;

  private static final int BLOCK = 1 << 16;

  private final ElfFile file;
  private final GoLayout layout;

  PclnTabFinder(ElfFile file, GoLayout layout) {
    this.file = file;
    this.layout = layout;
  }

  /** What was found. {@code bytes} begin with the header. */
  record Found(PcHeader header, ModuleData module, MemorySegment bytes) {}

  Found find() throws UnusableBinaryException {
    LongStream bySection =
        Stream.of(".gopclntab", ".data.rel.ro.gopclntab")
            .flatMap(name -> file.section(name).stream())
            .mapToLong(Section::address);
    LongStream byMagic =
        file.segments().stream()
            .filter(s -> s.isLoad() && !s.isExecutable())
            .flatMapToLong(this::scan);
    LongStream byMagicInCode =
        file.segments().stream()
            .filter(s -> s.isLoad() && s.isExecutable())
            .flatMapToLong(this::scan);
    return LongStream.concat(bySection, LongStream.concat(byMagic, byMagicInCode))
        .mapToObj(this::confirm)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow(() ->
            new UnusableBinaryException(
                file.path()
                    + " has Go build information but no function table that Harrier"
                    + " understands: is it packed, a plugin or damaged?"));
  }

  private Optional<Found> confirm(long address) {
    if (!file.holds(address, PcHeader.SIZE)) {
      return Optional.empty();
    }
    MemorySegment bytes = file.sliceToSegmentEnd(address);
    return PcHeader.parse(bytes, address, file.header().machine().quantum())
        .flatMap(header ->
            new ModuleDataFinder(file, header, layout)
                .find()
                .map(module -> new Found(header, module, bytes)));
  }

  private LongStream scan(Segment s) {
    MemorySegment area = file.bytes().asSlice(s.offset(), s.fileSize());
    LongStream.Builder hits = LongStream.builder();
    int[] block = new int[BLOCK];
    // Addresses are aligned, file offsets need not be.
    long start = Math.floorMod(-s.address(), (long) ALIGNMENT);
    while (start + PcHeader.SIZE <= area.byteSize()) {
      int count = (int) Math.min(BLOCK, (area.byteSize() - start) / 4);
      MemorySegment.copy(area, LittleEndian.INT, start, block, 0, count);
      for (int i = 0; i < count; i += ALIGNMENT / 4) {
        if (block[i] == PcHeader.MAGIC) {
          hits.add(s.address() + start + 4L * i);
        }
      }
      start += 4L * BLOCK;
    }
    return hits.build();
  }
}
