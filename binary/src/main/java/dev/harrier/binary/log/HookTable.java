package dev.harrier.binary.log;

import dev.harrier.base.file.Sha256;
import dev.harrier.binary.elf.LittleEndian;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.semantics.HookEvent;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the hook numbers of a log mean. It is text at the end of the rewritten executable; the last
 * 16 bytes of the file are its length and a magic number.
 *
 * @param build first eight bytes of the SHA-256 of the original file
 * @param codeAddress link-time address of the entry stub
 * @param sites by hook number, from 1
 */
public record HookTable(long build, long codeAddress, List<Site> sites) {
  private static final long MAGIC = 0x534b4f4f48524148L;
  private static final int TRAILER = 16;

  /**
   * A hooked place.
   *
   * @param inline whether the first program counter of its records is the place itself; else it is
   *     a return address
   */
  public record Site(HookEvent event, long address, boolean inline) {}

  public HookTable {
    sites = List.copyOf(sites);
  }

  public Site site(int number) {
    return sites.get(number - 1);
  }

  /** Identifies an original file. */
  public static long digest(byte[] file) {
    return ByteBuffer.wrap(Sha256.create().digest(file)).getLong();
  }

  public byte[] toBytes() {
    StringBuilder text = new StringBuilder();
    text.append("harrier hooks 1\n");
    text.append("%x %x\n".formatted(build, codeAddress));
    for (Site s : sites) {
      text.append(s.event()).append(' ').append(Long.toHexString(s.address()));
      text.append(s.inline() ? " inline\n" : " -\n");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    ByteBuffer all = ByteBuffer.allocate(bytes.length + TRAILER).order(ByteOrder.LITTLE_ENDIAN);
    return all.put(bytes).putLong(bytes.length).putLong(MAGIC).array();
  }

  /** Whether Harrier wrote the file. */
  public static boolean isIn(MemorySegment file) {
    long end = file.byteSize() - Long.BYTES;
    return end >= 0 && file.get(LittleEndian.LONG, end) == MAGIC;
  }

  /**
   * The table of a rewritten executable.
   *
   * @throws UnusableBinaryException if Harrier did not rewrite it
   */
  public static HookTable read(Path executable) throws IOException {
    try (FileChannel channel = FileChannel.open(executable)) {
      long end = channel.size() - TRAILER;
      ByteBuffer trailer = read(channel, Math.max(0, end), TRAILER);
      long length = trailer.getLong(0);
      if (end < 0 || trailer.getLong(8) != MAGIC || length < 0 || length > end) {
        throw new UnusableBinaryException(
            executable + " was not rewritten by harrier trace: it has no table of hooks.");
      }
      ByteBuffer text = read(channel, end - length, Math.toIntExact(length));
      return parse(StandardCharsets.UTF_8.decode(text).toString().lines().toList());
    } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException damaged) {
      throw new UnusableBinaryException(
          executable + " is damaged: its table of hooks can't be read.", damaged);
    }
  }

  private static HookTable parse(List<String> lines) {
    String[] head = lines.get(1).split(" ");
    List<Site> sites = new ArrayList<>();
    for (String line : lines.subList(2, lines.size())) {
      String[] cells = line.split(" ");
      sites.add(
          new Site(
              HookEvent.valueOf(cells[0]),
              Long.parseUnsignedLong(cells[1], 16),
              cells[2].equals("inline")));
    }
    return new HookTable(
        Long.parseUnsignedLong(head[0], 16), Long.parseUnsignedLong(head[1], 16), sites);
  }

  private static ByteBuffer read(FileChannel channel, long position, int length)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining() && channel.read(buffer, position + buffer.position()) > 0) {}
    return buffer.flip();
  }
}
