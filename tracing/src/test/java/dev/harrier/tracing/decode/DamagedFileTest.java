package dev.harrier.tracing.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.model.trace.Completeness;
import dev.harrier.tracing.simulate.SimulatedProgram;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.validate.FileValidator;
import dev.harrier.tracing.wire.UnreadableTraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that were cut, overwritten, shuffled or hit by bit flips: the reader never throws anything
 * but {@link UnreadableTraceException}, always ends, and never takes a trace for whole from which
 * events are missing. The seed is the number of the repetition.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DamagedFileTest {
  private static final int HEADER = 4096;
  private static final int CHUNK = 4096;
  private static final int PROCESSORS = 5;

  @TempDir private Path folder;
  private byte[] whole = {};
  private long events;

  @BeforeAll
  void writeAWholeTrace(@TempDir Path forTheWholeOne) throws IOException {
    Path file = forTheWholeOne.resolve("whole.htrace");
    events = SimulatedProgram.write(file, 1, PROCESSORS, CHUNK, 100, 20_000);
    whole = Files.readAllBytes(file);
  }

  @Test
  void theWholeTraceIsWhole() throws IOException {
    assertThat(read(whole)).isEqualTo(new Outcome(events, new Completeness.Whole()));
  }

  private record Outcome(long events, Completeness completeness) {
    boolean isPartial() {
      return completeness instanceof Completeness.Partial;
    }
  }

  private Outcome read(byte[] content) throws IOException {
    Path file = folder.resolve("damaged.htrace");
    Files.write(file, content);
    AtomicLong count = new AtomicLong();
    AtomicLong frames = new AtomicLong();
    try (RecordedTrace trace = RecordedTrace.open(file, header -> Symbolizer.NONE)) {
      Completeness completeness =
          trace.replay(event -> {
            count.incrementAndGet();
            frames.addAndGet(trace.stack(event.stack()).frames().size());
          });
      return new Outcome(count.get(), completeness);
    }
  }

  private void assertNothingIsLostInSilence(Outcome outcome) {
    assertThat(outcome.events < events && !outcome.isPartial())
        .as("%d of %d events, called whole", outcome.events, events)
        .isFalse();
  }

  @RepeatedTest(40)
  void cut(RepetitionInfo seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
    int length = HEADER + random.nextInt(whole.length - HEADER);
    Outcome outcome = read(Arrays.copyOf(whole, length));
    assertNothingIsLostInSilence(outcome);
  }

  @RepeatedTest(40)
  void zeroed(RepetitionInfo seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
    byte[] damaged = whole.clone();
    int from = HEADER + random.nextInt(whole.length - HEADER);
    int to = Math.min(whole.length, from + 1 + random.nextInt(3 * CHUNK));
    Arrays.fill(damaged, from, to, (byte) 0);
    Outcome outcome = read(damaged);
    assertNothingIsLostInSilence(outcome);
  }

  @RepeatedTest(100)
  void bitFlips(RepetitionInfo seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
    byte[] damaged = whole.clone();
    int flips = 1 + random.nextInt(30);
    for (int i = 0; i < flips; i++) {
      damaged[HEADER + random.nextInt(whole.length - HEADER)] ^= (byte) (1 << random.nextInt(8));
    }
    Outcome outcome = read(damaged);
    // A flip can turn one record into another kind of record; that by itself leaves no trace.
    if (outcome.events < events - flips) {
      assertThat(outcome.isPartial()).isTrue();
    }
    assertThat(FileValidator.validate(folder.resolve("damaged.htrace"))).isNotNull();
  }

  @RepeatedTest(40)
  void bitFlipsInTheHeader(RepetitionInfo seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
    byte[] damaged = whole.clone();
    damaged[random.nextInt(128)] ^= (byte) (1 << random.nextInt(8));
    try {
      Outcome outcome = read(damaged);
      // A last ticket that is a little too low looks as if hooks had been on their way.
      assertThat(outcome.isPartial() || outcome.events > events - 16 * PROCESSORS).isTrue();
    } catch (UnreadableTraceException e) {
      assertThat(e).hasMessageContaining("expected");
    }
  }

  @RepeatedTest(40)
  void noise(RepetitionInfo seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
    byte[] damaged = whole.clone();
    byte[] noise = new byte[1 + random.nextInt(2 * CHUNK)];
    random.nextBytes(noise);
    int at = HEADER + random.nextInt(whole.length - HEADER - noise.length);
    System.arraycopy(noise, 0, damaged, at, noise.length);
    Outcome outcome = read(damaged);
    assertThat(outcome.isPartial()).isTrue();
  }

  @RepeatedTest(40)
  void duplicatedChunks(RepetitionInfo seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
    byte[] damaged = whole.clone();
    int chunks = (whole.length - HEADER) / CHUNK;
    int from = random.nextInt(chunks);
    int to = (from + 1 + random.nextInt(chunks - 1)) % chunks;
    System.arraycopy(whole, HEADER + from * CHUNK, damaged, HEADER + to * CHUNK, CHUNK);
    Outcome outcome = read(damaged);
    assertThat(outcome.events).isLessThanOrEqualTo(events);
    assertThat(outcome.isPartial()).isTrue();
  }

  @RepeatedTest(10)
  void theOrderOfChunksInTheFileDoesNotMatter(RepetitionInfo seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
    byte[] shuffled = whole.clone();
    for (int i = (whole.length - HEADER) / CHUNK - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      byte[] former = Arrays.copyOfRange(shuffled, HEADER + i * CHUNK, HEADER + (i + 1) * CHUNK);
      System.arraycopy(shuffled, HEADER + j * CHUNK, shuffled, HEADER + i * CHUNK, CHUNK);
      System.arraycopy(former, 0, shuffled, HEADER + j * CHUNK, CHUNK);
    }
    assertThat(read(shuffled)).isEqualTo(new Outcome(events, new Completeness.Whole()));
  }

  @RepeatedTest(20)
  void nothingButNoise(RepetitionInfo seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
    byte[] noise = new byte[whole.length];
    random.nextBytes(noise);
    System.arraycopy(whole, 0, noise, 0, HEADER);
    for (int at = HEADER; at < noise.length; at += CHUNK) {
      System.arraycopy(whole, at, noise, at, 4);
    }
    assertThat(read(noise).isPartial()).isTrue();
  }

  @Test
  void aKilledProcessLeavesAReadableTrace() throws IOException {
    byte[] killed = whole.clone();
    Arrays.fill(killed, 72, 128, (byte) 0);
    Outcome outcome = read(Arrays.copyOf(killed, killed.length + 10 * CHUNK));
    assertThat(outcome.events).isEqualTo(events);
    assertThat(outcome.completeness)
        .isEqualTo(
            new Completeness.Partial(
                Completeness.Cause.KILLED,
                "the process was killed before it could end the trace",
                0));
  }

  @Test
  void whatIsNoTraceIsRefused() {
    assertThatThrownBy(() -> read(new byte[0]))
        .isInstanceOf(UnreadableTraceException.class)
        .hasMessageContaining("found only 0 bytes");
    assertThatThrownBy(() -> read(new byte[HEADER]))
        .isInstanceOf(UnreadableTraceException.class)
        .hasMessageContaining("magic");
    byte[] newer = whole.clone();
    newer[10] = 2;
    assertThatThrownBy(() -> read(newer))
        .isInstanceOf(UnreadableTraceException.class)
        .hasMessageContaining("expected trace format 1, found 2");
    byte[] oddChunks = whole.clone();
    oddChunks[12] = 1;
    assertThatThrownBy(() -> read(oddChunks))
        .isInstanceOf(UnreadableTraceException.class)
        .hasMessageContaining("chunk size");
  }
}
