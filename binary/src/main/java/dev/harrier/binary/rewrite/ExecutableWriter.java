package dev.harrier.binary.rewrite;

import dev.harrier.binary.elf.ElfFile;
import dev.harrier.binary.elf.Segment;
import dev.harrier.binary.elf.UnusableBinaryException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the copy: the patched image, then at a place of its own a data page with the moved program
 * headers, the code, and the table of hooks, which is not loaded.
 *
 * <p>The new segments keep the distance between address and file offset that the first segment has,
 * so that older kernels too (before 5.18) hand the right address of the program headers to the
 * program. Between the image and the new segments the file may have a hole.
 */
final class ExecutableWriter {
  private static final int PAGE = 4096;
  private static final int PROGRAM_HEADERS = 64;
  private static final int PROGRAM_HEADER = 56;
  private static final int PHDR = 6;
  private static final int LOAD = 1;
  private static final int READ_WRITE = 6;
  private static final int READ_EXECUTE = 5;
  private static final int ENTRY_FIELD = 24;
  private static final int HEADERS_FIELD = 32;
  private static final int HEADER_COUNT_FIELD = 56;

  private final ElfFile file;
  private final long offset;
  private final long address;

  ExecutableWriter(ElfFile file) throws UnusableBinaryException {
    this.file = file;
    List<Segment> loads = file.segments().stream().filter(Segment::isLoad).toList();
    if (loads.isEmpty() || file.segments().size() + 2 > (PAGE - PROGRAM_HEADERS) / PROGRAM_HEADER) {
      throw new UnusableBinaryException(
          file.path() + ": its program headers leave no room for two more segments.");
    }
    long base = loads.getFirst().address() - loads.getFirst().offset();
    long end = loads.stream().mapToLong(s -> s.address() + s.memorySize()).max().orElseThrow();
    offset = pageUp(Math.max(file.bytes().byteSize(), end - base));
    address = base + offset;
  }

  /** The word that will hold the address of the log. */
  long logWord() {
    return address;
  }

  /** Where the code will be. */
  long codeAddress() {
    return address + PAGE;
  }

  void write(Path out, byte[] image, byte[] code, long entry, byte[] hooks) throws IOException {
    ByteBuffer header = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
    List<Segment> segments = segments(code.length);
    header.putLong(ENTRY_FIELD, entry);
    header.putLong(HEADERS_FIELD, offset + PROGRAM_HEADERS);
    header.putShort(HEADER_COUNT_FIELD, (short) segments.size());
    ByteBuffer data = ByteBuffer.allocate(PAGE).order(ByteOrder.LITTLE_ENDIAN);
    data.position(PROGRAM_HEADERS);
    for (Segment s : segments) {
      data.putInt(s.type()).putInt(s.flags()).putLong(s.offset());
      data.putLong(s.address()).putLong(s.address());
      data.putLong(s.fileSize()).putLong(s.memorySize()).putLong(s.align());
    }
    data.position(0).limit(PAGE);
    try (FileChannel channel =
        FileChannel.open(out, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      writeFully(channel, ByteBuffer.wrap(image), 0);
      writeFully(channel, data, offset);
      writeFully(channel, ByteBuffer.wrap(code), offset + PAGE);
      writeFully(channel, ByteBuffer.wrap(hooks), offset + PAGE + code.length);
    }
  }

  private List<Segment> segments(int codeSize) {
    List<Segment> all = new ArrayList<>(file.segments());
    int last = 0;
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).isLoad()) {
        last = i;
      }
    }
    all.add(last + 1, new Segment(LOAD, READ_WRITE, offset, address, PAGE, PAGE, PAGE));
    all.add(
        last + 2,
        new Segment(LOAD, READ_EXECUTE, offset + PAGE, codeAddress(), codeSize, codeSize, PAGE));
    long size = (long) all.size() * PROGRAM_HEADER;
    all.replaceAll(s ->
        s.type() == PHDR
            ? new Segment(
                PHDR,
                s.flags(),
                offset + PROGRAM_HEADERS,
                address + PROGRAM_HEADERS,
                size,
                size,
                s.align())
            : s);
    return all;
  }

  private static void writeFully(FileChannel channel, ByteBuffer bytes, long position)
      throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  private static long pageUp(long value) {
    return (value + PAGE - 1) & -PAGE;
  }
}
