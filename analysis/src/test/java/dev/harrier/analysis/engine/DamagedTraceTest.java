package dev.harrier.analysis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.Analyzed;
import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.model.trace.Completeness;
import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.simulate.SimulatedProgram;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.wire.ProcessorWriter;
import dev.harrier.tracing.wire.RecordKind;
import dev.harrier.tracing.wire.TraceWriter;
import dev.harrier.tracing.wire.UnreadableTraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * All rules on traces that were hit by bit flips or overwritten: whatever the bytes say, the
 * analysis ends, and throws nothing. The seed is the number of the repetition.
 */
@Timeout(300)
final class DamagedTraceTest {
  private static final int HEADER = 4096;
  private static final int CHUNK = 4096;

  @TempDir private Path folder;

  private AnalysisResult analyze(Path file) throws IOException {
    try (RecordedTrace trace = RecordedTrace.open(file, header -> Symbolizer.NONE)) {
      return new Engine(Catalog.rules(), Analyzed.context()).run(trace);
    }
  }

  private byte[] simulated(long seed) throws IOException {
    Path file = folder.resolve("whole.htrace");
    SimulatedProgram.write(file, seed, 5, CHUNK, 100, 5_000);
    return Files.readAllBytes(file);
  }

  private void survives(byte[] damaged) throws IOException {
    Path file = folder.resolve("damaged.htrace");
    Files.write(file, damaged);
    try {
      assertThat(analyze(file)).isNotNull();
    } catch (UnreadableTraceException e) {
      assertThat(e).hasMessageContaining("damaged.htrace");
    }
  }

  @RepeatedTest(60)
  void bitFlips(RepetitionInfo seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
    byte[] damaged = simulated(seed.getCurrentRepetition());
    for (int flips = 1 + random.nextInt(200); flips > 0; flips--) {
      damaged[HEADER + random.nextInt(damaged.length - HEADER)] ^= (byte) (1 << random.nextInt(8));
    }
    survives(damaged);
  }

  @RepeatedTest(30)
  void kindsOfRecordsExchanged(RepetitionInfo seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
    byte[] damaged = simulated(seed.getCurrentRepetition());
    for (int changes = 1 + random.nextInt(300); changes > 0; changes--) {
      int word = HEADER + 8 * random.nextInt((damaged.length - HEADER) / 8);
      damaged[word] = (byte) random.nextInt(0x40);
    }
    survives(damaged);
  }

  @RepeatedTest(30)
  void overwritten(RepetitionInfo seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
    byte[] damaged = simulated(seed.getCurrentRepetition());
    int from = HEADER + random.nextInt(damaged.length - HEADER);
    int to = Math.min(damaged.length, from + 1 + random.nextInt(CHUNK));
    for (int i = from; i < to; i++) {
      damaged[i] = (byte) random.nextInt(256);
    }
    survives(damaged);
  }

  private Completeness written(Consumer<ProcessorWriter> records) throws IOException {
    Path file = folder.resolve("x.htrace");
    try (TraceWriter writer = TraceWriter.create(file, SimulatedProgram.header(CHUNK))) {
      records.accept(writer.processor(0));
      writer.end(0, 0, 0);
    }
    return analyze(file).completeness();
  }

  @Test
  void aSelectThatChoseANilSend() throws IOException {
    long choseFirst = 1 | 1L << 16;
    assertThat(
            written(p -> {
              p.goroutine(7);
              p.ordered(RecordKind.SELECT, 0, 0, choseFirst, 0, 0, 0xc000010000L);
              p.ordered(RecordKind.SELECT, 1, 0, choseFirst, 3, 0, 0xc000010000L);
              p.ordered(RecordKind.SELECT, 4, 0, 1 | 0xfffeL << 32, 0, 0);
              p.ordered(RecordKind.BLOCK, 0, 0, 5L << 48);
              p.ordered(RecordKind.SELECT_DONE, 0, 0, 0);
              p.text(RecordKind.PANIC, 0, 0, "send on closed channel");
              p.text(RecordKind.PANIC, 1, 0, "send on closed channel");
            }))
        .isInstanceOf(Completeness.Partial.class);
  }

  /** Locks that are channels, groups that are locks, contexts that are their own channels. */
  @Test
  void objectsOfTheWrongKind() throws IOException {
    long address = 0xc000010000L;
    assertThat(
            written(p -> {
              p.goroutine(7);
              p.ordered(RecordKind.MAKE, 0, 0, address);
              for (long kind = 0; kind < 16; kind++) {
                p.ordered(RecordKind.REQUEST, 0, 0, address | kind << 48);
                p.ordered(RecordKind.BLOCK, 0, 0, 12L << 48);
                p.object(RecordKind.ACQUIRE, 0, 0, address | kind << 48);
                p.object(RecordKind.WAITED, 0, 0, address | kind << 48);
                p.object(RecordKind.RELEASE, 0, 0, address | kind << 48);
                p.ordered(RecordKind.TIMER_SET, 1, 0, address | kind << 48);
              }
              p.ordered(RecordKind.CONTEXT_NEW, 0, 0, address, address);
              p.ordered(RecordKind.CONTEXT_DONE, 0, 0, address, address);
              p.ordered(RecordKind.CLOSE, 0, 0, 0);
              p.ordered(RecordKind.ADD, 0, 0, 0, -1);
              p.ordered(RecordKind.RECOVERED, 0, 0);
            }))
        .isNotNull();
  }

  @Test
  void aNulInTheStoredPath() throws IOException {
    byte[] damaged = simulated(1);
    damaged[256] = 4;
    damaged[258] = '/';
    damaged[259] = 0;
    survives(damaged);
    try (RecordedTrace trace =
        RecordedTrace.open(folder.resolve("damaged.htrace"), _ -> Symbolizer.NONE)) {
      assertThat(Path.of(trace.header().executable())).isEqualTo(Path.of(""));
    }
  }
}
