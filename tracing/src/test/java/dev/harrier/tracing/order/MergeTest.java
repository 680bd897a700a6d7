package dev.harrier.tracing.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.tracing.simulate.SimulatedProgram;
import dev.harrier.tracing.wire.Damage;
import dev.harrier.tracing.wire.ProcessorWriter;
import dev.harrier.tracing.wire.RecordCursor;
import dev.harrier.tracing.wire.RecordKind;
import dev.harrier.tracing.wire.TraceFile;
import dev.harrier.tracing.wire.TraceWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MergeTest {
  private static final int HEADER = 4096;
  private static final int CHUNK = 4096;

  @TempDir Path folder;

  /** What reached the sink, one word for each record. */
  private static final class Log implements RecordSink {
    private final List<String> words = new ArrayList<>();

    @Override
    public void ordered(RecordCursor record) {
      words.add(record.ticket() + ":g" + record.goroutine());
    }

    @Override
    public void unordered(RecordCursor record) {
      words.add(record.kind() == RecordKind.STACK ? "stack" : "other");
    }

    @Override
    public void gap(long missing) {
      words.add("gap" + missing);
    }
  }

  /** Two processors by turns: exits of g1 on the first, of g2 on the second. */
  private Path write() throws IOException {
    Path file = folder.resolve("x.htrace");
    try (TraceWriter writer = TraceWriter.create(file, SimulatedProgram.header(CHUNK))) {
      ProcessorWriter p0 = writer.processor(0);
      ProcessorWriter p1 = writer.processor(1);
      p0.goroutine(1);
      p1.goroutine(2);
      p0.ordered(RecordKind.EXIT, 0, 0);
      p1.ordered(RecordKind.EXIT, 0, 0);
      p1.ordered(RecordKind.EXIT, 0, 0);
      p1.unordered(RecordKind.STACK, 0, 1, 5);
      p0.ordered(RecordKind.EXIT, 0, 0);
      p1.ordered(RecordKind.EXIT, 0, 0);
      writer.end(0, 0, 0);
    }
    return file;
  }

  private Merge.Result merge(Path path, Log log) throws IOException {
    try (TraceFile file = TraceFile.open(path)) {
      return Merge.run(file.cursors(new Damage()), log);
    }
  }

  @Test
  void recordsComeByTicketAndUnorderedOnesAfterTheirForerunner() throws IOException {
    Log log = new Log();
    Merge.Result result = merge(write(), log);
    assertThat(log.words).containsExactly("1:g1", "2:g2", "3:g2", "stack", "4:g1", "5:g2");
    assertThat(result).isEqualTo(new Merge.Result(5, 0, 0));
  }

  @Test
  void aMissingTicketIsAGap() throws IOException {
    Path file = write();
    long firstChunk = HEADER + 64;
    long secondRecord = firstChunk + 16;
    overwrite(file, secondRecord + 8, new byte[8]);
    Log log = new Log();
    Merge.Result result = merge(file, log);
    assertThat(log.words).containsExactly("1:g1", "2:g2", "3:g2", "stack", "gap1", "5:g2");
    assertThat(result).isEqualTo(new Merge.Result(5, 1, 0));
  }

  @Test
  void aRepeatedTicketIsDropped() throws IOException {
    Path file = write();
    byte[] processor = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(9).array();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
      channel.read(chunk, HEADER);
      overwrite(file, HEADER + 2 * CHUNK, chunk.array());
    }
    overwrite(file, HEADER + 2 * CHUNK + 4, processor);
    Log log = new Log();
    Merge.Result result = merge(file, log);
    assertThat(log.words).containsExactly("1:g1", "2:g2", "3:g2", "stack", "4:g1", "5:g2");
    assertThat(result).isEqualTo(new Merge.Result(5, 0, 2));
  }

  private static void overwrite(Path file, long at, byte[] content) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(content), at);
    }
  }
}
