package dev.harrier.tracing.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Site;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.text.TracePrinter;
import dev.harrier.tracing.wire.EndState;
import dev.harrier.tracing.wire.FileHeader;
import dev.harrier.tracing.wire.ProcessorWriter;
import dev.harrier.tracing.wire.RecordKind;
import dev.harrier.tracing.wire.TraceWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small traces of two processors, written record by record, and the events that they mean. */
final class RecordedTraceTest {
  private static final FileHeader HEADER =
      new FileHeader(
          0,
          4096,
          7,
          0,
          0,
          0,
          0,
          1000,
          0,
          EndState.BEING_WRITTEN,
          0,
          0,
          0,
          0,
          0,
          0,
          false,
          0,
          "go1.26.8",
          "/tmp/x.test");
  private static final Symbolizer SYMBOLS =
      (offset, returnAddress) -> List.of(new Site("main.f" + offset, "a.go", (int) offset));
  private static final long CHANNEL = 0xc000010000L;

  @TempDir Path folder;

  /** One processor's part of a trace. */
  private interface Script {
    void write(ProcessorWriter p0, ProcessorWriter p1);
  }

  private String decode(Script script) throws IOException {
    Path file = folder.resolve("x.htrace");
    try (TraceWriter writer = TraceWriter.create(file, HEADER)) {
      script.write(writer.processor(0), writer.processor(1));
      writer.end(0, 0, 0);
    }
    try (RecordedTrace trace = RecordedTrace.open(file, header -> SYMBOLS)) {
      String text = TracePrinter.print(trace);
      return text.lines().skip(4).reduce("", (a, b) -> a + b + "\n");
    }
  }

  @Test
  void thePartnerCompletesABlockedSend() throws IOException {
    String text =
        decode((p0, p1) -> {
          p0.goroutine(1);
          p0.unordered(RecordKind.STACK, 0, 9, 30L << 32 | 20);
          p0.ordered(RecordKind.MAKE, 0, 9, CHANNEL);
          p0.ordered(RecordKind.SPAWN, 0, 9, 2, 40);
          p1.goroutine(2);
          p1.ordered(RecordKind.BLOCK, 0, 9, CHANNEL | 1L << 48);
          p0.ordered(RecordKind.RECEIVE, 1, 50, CHANNEL, 2);
          p0.ordered(RecordKind.UNBLOCK, 0, 2);
          p1.ordered(RecordKind.EXIT, 0, 0);
        });
    assertThat(text)
        .isEqualTo(
            """
            g1 make o1 @ main.f20 a.go:20 < main.f30 a.go:30
            g1 spawn g2 main.f40 a.go:40 @ main.f20 a.go:20 < main.f30 a.go:30
            g2 block [chan send] o1 @ main.f20 a.go:20 < main.f30 a.go:30
            g1 receive o1 unblocking @ main.f50 a.go:50 ...
            g2 send o1 blocked @ main.f20 a.go:20 < main.f30 a.go:30
            g1 unblock g2
            g2 exit
            """);
  }

  private static final long BLOCK_RECEIVE = CHANNEL | 2L << 48;
  private static final long MUTEX = 0xc000020000L | 2L << 48;
  private static final long ONCE = 0xc000020000L | 6L << 48;
  private static final long SEMAPHORE = 12L << 48;

  @Test
  void aCloseCompletesWaitingReceivesAndNoSends() throws IOException {
    String text =
        decode((p0, p1) -> {
          p0.goroutine(3);
          p0.ordered(RecordKind.BLOCK, 0, 0, BLOCK_RECEIVE);
          p0.goroutine(2);
          p0.ordered(RecordKind.BLOCK, 0, 0, BLOCK_RECEIVE);
          p0.goroutine(4);
          p0.ordered(RecordKind.BLOCK, 0, 0, CHANNEL | 1L << 48);
          p1.goroutine(1);
          p1.ordered(RecordKind.CLOSE, 0, 0, CHANNEL);
          p0.text(RecordKind.PANIC, 0, 0, "send on closed channel");
        });
    assertThat(text)
        .isEqualTo(
            """
            object o1 channel
            g3 block [chan receive] o1
            g2 block [chan receive] o1
            g4 block [chan send] o1
            g1 close o1
            g3 receive o1 closed blocked
            g2 receive o1 closed blocked
            g4 panic "send on closed channel"
            """);
  }

  @Test
  void aSelectThatBlockedEndsWithItsOwnRecord() throws IOException {
    String text =
        decode((p0, p1) -> {
          p0.goroutine(2);
          p0.ordered(RecordKind.SELECT, 4, 5, 1L << 16 | (-2 & 0xffffL) << 32, 0, CHANNEL);
          p0.ordered(RecordKind.BLOCK, 0, 0, 5L << 48);
          p1.goroutine(1);
          p1.ordered(RecordKind.SEND, 1, 6, CHANNEL, 0);
          p1.ordered(RecordKind.UNBLOCK, 0, 2);
          p0.ordered(RecordKind.SELECT_DONE, 0, 7, 0);
        });
    assertThat(text)
        .isEqualTo(
            """
            object o1 channel
            g2 block [select] receive o1
            g1 send o1 unblocking @ main.f6 a.go:6 ...
            g1 unblock g2
            g2 select receive o1* blocked @ main.f7 a.go:7 ...
            """);
  }

  @Test
  void aRequestSaysWhatASemaphoreIsWaitedFor() throws IOException {
    String text =
        decode((p0, p1) -> {
          p0.goroutine(1);
          p0.object(RecordKind.ACQUIRE, 0, 5, MUTEX);
          p1.goroutine(2);
          p1.ordered(RecordKind.REQUEST, 0, 0, MUTEX);
          p1.ordered(RecordKind.BLOCK, 0, 0, SEMAPHORE);
          p0.object(RecordKind.RELEASE, 0, 6, MUTEX);
          p1.object(RecordKind.ACQUIRE, 0, 7, MUTEX);
        });
    assertThat(text)
        .isEqualTo(
            """
            object o1 mutex
            g1 acquire o1 @ main.f5 a.go:5 ...
            g2 block [sync.Mutex.Lock] o1
            g1 release o1 @ main.f6 a.go:6 ...
            g2 acquire o1 blocked @ main.f7 a.go:7 ...
            """);
  }

  @Test
  void aRequestThatWasMetWithoutParkingDidNotBlock() throws IOException {
    String text =
        decode((p0, p1) -> {
          p0.goroutine(1);
          p0.ordered(RecordKind.REQUEST, 0, 0, MUTEX);
          p0.object(RecordKind.ACQUIRE, 0, 0, MUTEX);
        });
    assertThat(text).isEqualTo("object o1 mutex\ng1 acquire o1\n");
  }

  @Test
  void anAcquireThatTheOldObjectWouldNotAllowBeginsANewOne() throws IOException {
    String text =
        decode((p0, p1) -> {
          p0.goroutine(1);
          p0.object(RecordKind.ACQUIRE, 0, 0, MUTEX);
          p0.object(RecordKind.ACQUIRE, 0, 0, MUTEX);
          p0.object(RecordKind.ACQUIRE, 0, 0, ONCE);
          p0.object(RecordKind.RELEASE, 0, 0, ONCE);
          p0.object(RecordKind.ACQUIRE, 0, 0, ONCE);
          p0.ordered(RecordKind.MAKE, 0, 0, CHANNEL);
          p0.ordered(RecordKind.MAKE, 0, 0, CHANNEL);
        });
    assertThat(text)
        .isEqualTo(
            """
            object o1 mutex
            g1 acquire o1
            object o2 mutex
            g1 acquire o2
            object o3 once
            g1 acquire o3
            g1 release o3
            object o4 once
            g1 acquire o4
            g1 make o5
            g1 make o6
            """);
  }

  @Test
  void whatACollectionFoundDeadIsNotWhatComesAfterwards() throws IOException {
    long other = MUTEX + 64;
    String text =
        decode((p0, p1) -> {
          p0.goroutine(1);
          for (long lock : new long[] {MUTEX, other}) {
            p0.object(RecordKind.ACQUIRE, 0, 0, lock);
            p0.object(RecordKind.RELEASE, 0, 0, lock);
          }
          p0.goroutine(0);
          p0.ordered(RecordKind.FREED, 0, 0, 0xc000030000L, MUTEX & 0xffffffffffffL);
          p0.goroutine(1);
          p0.object(RecordKind.ACQUIRE, 0, 0, MUTEX);
          p0.object(RecordKind.ACQUIRE, 0, 0, other);
        });
    assertThat(text)
        .isEqualTo(
            """
            object o1 mutex
            g1 acquire o1
            g1 release o1
            object o2 mutex
            g1 acquire o2
            g1 release o2
            object o3 mutex
            g1 acquire o3
            g1 acquire o2
            """);
  }

  @Test
  void aLockThatACollectionFoundDeadWhileItWasHeldIsReported() throws IOException {
    long mutex = MUTEX + 64;
    long readWrite = (MUTEX & 0xffffffffffffL) + 128 | 3L << 48;
    long reads = 1L << 52;
    long once = (MUTEX & 0xffffffffffffL) + 192 | 6L << 48;
    String text =
        decode((p0, p1) -> {
          p0.goroutine(1);
          p0.object(RecordKind.ACQUIRE, 0, 0, MUTEX);
          p0.object(RecordKind.RELEASE, 0, 0, MUTEX);
          p0.object(RecordKind.ACQUIRE, 0, 0, mutex);
          p0.object(RecordKind.ACQUIRE, 0, 0, readWrite | reads);
          p0.object(RecordKind.ACQUIRE, 0, 0, readWrite | reads);
          p0.object(RecordKind.RELEASE, 0, 0, readWrite | reads);
          p0.object(RecordKind.ACQUIRE, 0, 0, once);
          p0.goroutine(0);
          for (long lock : new long[] {MUTEX, mutex, readWrite, once}) {
            p0.ordered(RecordKind.FREED, 0, 0, lock & 0xffffffffffffL);
          }
        });
    assertThat(text.lines().filter(line -> line.startsWith("g0")))
        .containsExactly("g0 collected o2", "g0 collected o3");
  }

  @Test
  void afterAGapAnAcquireOfAHeldLockMeansThatItsReleaseWasLost() throws IOException {
    Path file = folder.resolve("x.htrace");
    try (TraceWriter writer = TraceWriter.create(file, HEADER)) {
      ProcessorWriter p0 = writer.processor(0);
      ProcessorWriter p1 = writer.processor(1);
      p0.object(RecordKind.ACQUIRE, 0, 0, MUTEX);
      p1.object(RecordKind.RELEASE, 0, 0, MUTEX);
      p0.object(RecordKind.ACQUIRE, 0, 0, MUTEX);
      writer.end(0, 0, 0);
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(4), 4096 + 4096);
    }
    try (RecordedTrace trace = RecordedTrace.open(file, header -> SYMBOLS)) {
      assertThat(TracePrinter.print(trace).lines().skip(4))
          .containsExactly(
              "object o1 mutex",
              "g0 acquire o1",
              "g0 lost 1",
              "g0 acquire o1",
              "partial 1 \"1 event is missing in the file\"");
    }
  }

  @Test
  void aSelectOfOneCaseThatFailedMayLeaveOutItsChannel() throws IOException {
    String text =
        decode((p0, p1) -> {
          p0.object(RecordKind.TRY_FAIL, 0, 0, CHANNEL);
          p0.object(RecordKind.TRY_FAIL, 0, 0, CHANNEL);
          p0.object(RecordKind.SEND, 0, 0, CHANNEL);
          p0.object(RecordKind.TRY_FAIL, 0, 0, CHANNEL | 1L << 48);
        });
    assertThat(text)
        .isEqualTo(
            """
            object o1 channel
            g0 select send o1 default*
            g0 select send o1 default*
            g0 send o1
            g0 select receive o1 default*
            """);
  }

  @Test
  void timeIsInterpolatedBetweenReadingsOfBothClocks() throws IOException {
    Path file = folder.resolve("x.htrace");
    try (TraceWriter writer = TraceWriter.create(file, HEADER)) {
      ProcessorWriter p = writer.processor(0);
      p.clocks(1_000_000_000, 500_000_000);
      p.goroutine(1);
      p.clocks(4_000_000_000L, 0);
      p.unordered(RecordKind.CLOCK, 0, 0, 4_000_000_000L);
      p.ordered(RecordKind.MAKE, 0, 0, CHANNEL);
      writer.end(0, 1_500_000_000, 5_000_000_000L);
    }
    List<Long> nanos = new ArrayList<>();
    try (RecordedTrace trace = RecordedTrace.open(file, header -> SYMBOLS)) {
      trace.replay(event -> nanos.add(event.nanos()));
    }
    assertThat(nanos).containsExactly(1_250_000_000L);
  }
}
