package dev.harrier.tracing.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.tracing.simulate.SimulatedProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the format abbreviates, the cursor spells out. */
final class RecordCursorTest {
  private static final int CHUNK = 4096;

  @TempDir Path folder;
  private final Damage damage = new Damage();

  private interface Script {
    void write(ProcessorWriter processor);
  }

  private interface Reader {
    void read(RecordCursor cursor);
  }

  private void check(Script script, Reader reader) throws IOException {
    Path path = folder.resolve("x.htrace");
    try (TraceWriter writer = TraceWriter.create(path, SimulatedProgram.header(CHUNK))) {
      script.write(writer.processor(0));
      writer.end(0, 0, 0);
    }
    try (TraceFile file = TraceFile.open(path)) {
      List<RecordCursor> cursors = file.cursors(damage);
      assertThat(cursors).hasSize(1);
      reader.read(cursors.getFirst());
      assertThat(cursors.getFirst().next()).isFalse();
      assertThat(damage.count()).isZero();
      assertThat(file.problems()).isEmpty();
    }
  }

  @Test
  void goroutineAndClockHoldUntilTheNext() throws IOException {
    check(
        p -> {
          p.ordered(RecordKind.EXIT, 0, 0);
          p.clocks(77, 0);
          p.goroutine(5L << 32 | 3);
          p.ordered(RecordKind.EXIT, 0, 0);
          p.unordered(RecordKind.CLOCK, 0, 0, 99);
          p.ordered(RecordKind.EXIT, 0, 0);
        },
        cursor -> {
          assertThat(cursor.next()).isTrue();
          assertThat(cursor.goroutine()).isZero();
          assertThat(cursor.next()).isTrue();
          assertThat(cursor.goroutine()).isEqualTo(5L << 32 | 3);
          assertThat(cursor.cycles()).isEqualTo(77);
          assertThat(cursor.next()).isTrue();
          assertThat(cursor.goroutine()).isEqualTo(5L << 32 | 3);
          assertThat(cursor.cycles()).isEqualTo(99);
        });
  }

  @Test
  void anObjectLeftOutIsTheOneBefore() throws IOException {
    check(
        p -> {
          p.object(RecordKind.ACQUIRE, 0, 1, 0x2_c000_0000_1000L);
          p.object(RecordKind.RELEASE, 0, 2, 0x2_c000_0000_1000L);
          p.ordered(RecordKind.EXIT, 0, 0);
          p.object(RecordKind.ACQUIRE, 0, 3, 0x2_c000_0000_1000L);
        },
        cursor -> {
          assertThat(cursor.next()).isTrue();
          assertThat(cursor.words()).isEqualTo(1);
          assertThat(cursor.next()).isTrue();
          assertThat(cursor.words()).isZero();
          assertThat(cursor.objectWord()).isEqualTo(0x2_c000_0000_1000L);
          assertThat(cursor.operand()).isEqualTo(2);
          assertThat(cursor.next()).isTrue();
          assertThat(cursor.next()).isTrue();
          assertThat(cursor.words()).isZero();
          assertThat(cursor.objectWord()).isEqualTo(0x2_c000_0000_1000L);
        });
  }

  @Test
  void aLongRecordHasItsLengthInItsFirstWord() throws IOException {
    String text = "x".repeat(1001);
    check(
        p -> p.text(RecordKind.TEST_BEGIN, 0, 1, text, 42),
        cursor -> {
          assertThat(cursor.next()).isTrue();
          assertThat(cursor.words()).isEqualTo(1 + 1 + 126);
          assertThat(cursor.word(0)).isEqualTo(42);
          assertThat(cursor.text(1)).isEqualTo(text);
        });
  }

  @Test
  void recordsGoOnInTheNextChunk() throws IOException {
    int count = 3 * CHUNK / 8;
    check(
        p -> {
          p.goroutine(8);
          for (int i = 0; i < count; i++) {
            p.ordered(RecordKind.EXIT, 0, i);
          }
        },
        cursor -> {
          for (int i = 0; i < count; i++) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.operand()).isEqualTo(i);
            assertThat(cursor.ticket()).isEqualTo(i + 1);
            assertThat(cursor.goroutine()).isEqualTo(8);
          }
        });
  }

  @Test
  void aProcessorThatWasIdleForLongWritesATick() throws IOException {
    Path path = folder.resolve("x.htrace");
    try (TraceWriter writer = TraceWriter.create(path, SimulatedProgram.header(CHUNK))) {
      ProcessorWriter idle = writer.processor(0);
      ProcessorWriter busy = writer.processor(1);
      idle.ordered(RecordKind.EXIT, 0, 1);
      for (int i = 0; i < 70_000; i++) {
        busy.ordered(RecordKind.EXIT, 0, 2);
      }
      idle.ordered(RecordKind.EXIT, 0, 3);
      writer.end(0, 0, 0);
    }
    try (TraceFile file = TraceFile.open(path)) {
      RecordCursor idle = file.cursors(damage).getFirst();
      assertThat(idle.next()).isTrue();
      assertThat(idle.ticket()).isEqualTo(1);
      assertThat(idle.next()).isTrue();
      assertThat(idle.ticket()).isEqualTo(70_002);
      assertThat(idle.operand()).isEqualTo(3);
    }
  }
}
