package dev.harrier.tracing.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Site;
import dev.harrier.tracing.text.TracePrinter;
import dev.harrier.tracing.wire.EndState;
import dev.harrier.tracing.wire.FileHeader;
import dev.harrier.tracing.wire.ProcessorWriter;
import dev.harrier.tracing.wire.RecordKind;
import dev.harrier.tracing.wire.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;
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
}
