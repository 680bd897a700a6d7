package dev.harrier.binary.pclntab;

import dev.harrier.binary.elf.ElfFile;
import dev.harrier.binary.elf.LittleEndian;
import dev.harrier.binary.elf.Segment;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Finds the {@code moduledata} of a {@code pcHeader}. It begins with a pointer to the header and
 * the slice of the name table; the words after them repeat what the header says, so a chance match
 * is out of the question.
 */
final class ModuleDataFinder {
  private static final int FUNCTION_NAMES = 1;
  private static final int FUNCTION_TABLE = 16;
  private static final int MIN_PC = 20;
  private static final int TEXT = 22;
  private static final int TEXT_END = 23;
  private static final int WORDS = 48;

  private final ElfFile file;
  private final PcHeader header;
  private final GoLayout layout;

  ModuleDataFinder(ElfFile file, PcHeader header, GoLayout layout) {
    this.file = file;
    this.header = header;
    this.layout = layout;
  }

  Optional<ModuleData> find() {
    long names = header.address() + header.names();
    LongStream relocated = file.relocations().placesOf(header.address());
    LongStream inPlace =
        LongStream.concat(
            file.section(".go.module").stream()
                .flatMapToLong(s -> scan(s.address(), s.offset(), s.size(), names)),
            file.segments().stream()
                .filter(s -> s.isLoad() && !s.isExecutable())
                .sorted((a, b) -> Boolean.compare(b.isWritable(), a.isWritable()))
                .flatMapToLong(s -> scan(s, names)));
    return LongStream.concat(relocated, inPlace)
        .mapToObj(this::read)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private LongStream scan(Segment s, long names) {
    return scan(s.address(), s.offset(), s.fileSize(), names);
  }

  /** Addresses in an area where the header's address and that of the names stand side by side. */
  private LongStream scan(long address, long offset, long size, long names) {
    int count = Math.toIntExact(size / 8);
    long[] words = new long[count];
    MemorySegment.copy(file.bytes().asSlice(offset, size), LittleEndian.LONG, 0, words, 0, count);
    LongStream.Builder hits = LongStream.builder();
    for (int i = 0; i + 1 < count; i++) {
      if (words[i] == header.address() && words[i + 1] == names) {
        hits.add(address + 8L * i);
      }
    }
    return hits.build();
  }

  private Optional<ModuleData> read(long address) {
    if (!file.holds(address, 8L * WORDS)) {
      return Optional.empty();
    }
    long[] w = file.relocations().words(address, WORDS);
    long functions = header.address() + header.functions();
    boolean repeatsTheHeader =
        w[FUNCTION_NAMES] == header.address() + header.names()
            && w[FUNCTION_TABLE] == functions
            && w[FUNCTION_TABLE + 1] == header.functionCount() + 1L
            && w[FUNCTION_TABLE + 1] == w[FUNCTION_TABLE + 2];
    boolean textIsSound =
        w[TEXT] != 0
            && w[TEXT] < w[TEXT_END]
            && w[MIN_PC] >= w[TEXT]
            && w[MIN_PC + 1] > w[MIN_PC]
            && file.holds(w[TEXT], 1);
    if (!repeatsTheHeader || !textIsSound) {
      return Optional.empty();
    }
    long goFunc = w[layout.goFuncOffset() / 8];
    return Optional.of(new ModuleData(address, w[TEXT], w[TEXT_END], goFunc));
  }
}
