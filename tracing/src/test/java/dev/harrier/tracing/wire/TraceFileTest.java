package dev.harrier.tracing.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.tracing.simulate.SimulatedProgram;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TraceFileTest {
  private static final int HEADER = 4096;
  private static final int CHUNK = 4096;
  private static final int CHUNK_SIZE_AT = 12;
  private static final int BIG_CHUNK = 1 << 26;

  @TempDir Path folder;

  private Path twoProcessors() throws IOException {
    Path file = folder.resolve("small.htrace");
    try (TraceWriter writer = TraceWriter.create(file, SimulatedProgram.header(CHUNK))) {
      writer.processor(0).ordered(RecordKind.EXIT, 0, 1);
      writer.processor(Chunk.NO_PROCESSOR).ordered(RecordKind.EXIT, 0, 2);
      writer.end(3, 5, 7);
    }
    return file;
  }

  private static List<Integer> operands(TraceFile file) {
    Damage damage = new Damage();
    List<Integer> operands = new ArrayList<>();
    for (RecordCursor cursor : file.cursors(damage)) {
      while (cursor.next()) {
        operands.add(cursor.operand());
      }
    }
    assertThat(damage.first()).isEmpty();
    return operands;
  }

  @Test
  void theHeaderIsRead() throws IOException {
    try (TraceFile file = TraceFile.open(twoProcessors())) {
      FileHeader header = file.header();
      assertThat(header.pid()).isEqualTo(4711);
      assertThat(header.goVersion()).isEqualTo("go1.26.0");
      assertThat(header.executable()).isEqualTo("/simulated/program.test");
      assertThat(header.state()).isEqualTo(EndState.ENDED);
      assertThat(header.exitStatus()).isEqualTo(3);
      assertThat(header.lastTicket()).isEqualTo(2);
      assertThat(header.chunks()).isEqualTo(2);
      assertThat(header.endMonotonic()).isEqualTo(5);
      assertThat(header.endCycles()).isEqualTo(7);
      assertThat(operands(file)).containsExactlyInAnyOrder(1, 2);
    }
  }

  /** The big file is sparse: its second chunk is beyond what an int can address. */
  @Test
  void filesMayBeLargerThanTwoGigabytes() throws IOException {
    ByteBuffer small = ByteBuffer.wrap(Files.readAllBytes(twoProcessors()));
    small.order(ByteOrder.LITTLE_ENDIAN).putInt(CHUNK_SIZE_AT, BIG_CHUNK);
    Path big = folder.resolve("big.htrace");
    long secondChunk = HEADER + 40L * BIG_CHUNK;
    try (FileChannel channel =
        FileChannel.open(
            big,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      channel.write(small.slice(0, HEADER + CHUNK), 0);
      channel.write(small.slice(HEADER + CHUNK, CHUNK), secondChunk);
    }
    assertThat(secondChunk).isGreaterThan(Integer.MAX_VALUE);
    try (TraceFile file = TraceFile.open(big)) {
      assertThat(operands(file)).containsExactlyInAnyOrder(1, 2);
      assertThat(file.problems()).isEmpty();
    }
  }

  @Test
  void aSlotThatIsThereTwiceIsReadOnce() throws IOException {
    byte[] content = Files.readAllBytes(twoProcessors());
    Path file = folder.resolve("twice.htrace");
    Files.write(file, content);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(content, HEADER, CHUNK), HEADER + 2 * CHUNK);
    }
    try (TraceFile trace = TraceFile.open(file)) {
      assertThat(operands(trace)).containsExactlyInAnyOrder(1, 2);
      assertThat(trace.problems()).isEmpty();
    }
  }
}
