package dev.harrier.bench.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.toolchain.driver.GoToolchain;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Harrier shows of small programs is what can come of them, and all of it. */
final class OracleTest {
  private static final Path INTERPRETER = Path.of("oracle");

  /** What the search once took for explored, or showed wrongly. */
  private static final Map<String, Sample> KEPT =
      Map.of(
          "an Add that is late, and two Dones",
          sample(
              List.of(add(1), spawn(1), spawn(2), add(1), Instruction.of(Code.WAIT, 0)),
              List.of(done()),
              List.of(done())),
          "a Done without an Add",
          sample(List.of(add(1), spawn(1), spawn(2)), List.of(done()), List.of(done())),
          "a Signal without the lock, and what the waiter starts",
          sample(
              List.of(
                  spawn(1),
                  Instruction.of(Code.LOCK, 0),
                  Instruction.of(Code.COND_WAIT, 0),
                  Instruction.of(Code.UNLOCK, 0),
                  spawn(2)),
              List.of(Instruction.of(Code.READ, 1), Instruction.of(Code.SIGNAL, 0)),
              List.of(Instruction.of(Code.WRITE, 1))),
          "a select that waits twice for one channel",
          sample(
              List.of(spawn(1), Instruction.of(Code.RECEIVE, 0)),
              List.of(new Instruction(Code.SELECT, 0, 1, 0, 2, 0))),
          "an Add while a Wait is not over",
          sample(
              List.of(add(1), spawn(1), spawn(2)),
              List.of(Instruction.of(Code.WAIT, 0)),
              List.of(done(), add(1))));

  @TempDir private Path directory;

  private static Instruction add(int delta) {
    return Instruction.of(Code.ADD, 0, delta);
  }

  private static Instruction done() {
    return Instruction.of(Code.DONE, 0);
  }

  private static Instruction spawn(int goroutine) {
    return Instruction.of(Code.SPAWN, goroutine);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private static Sample sample(List<Instruction>... goroutines) {
    return new Sample(List.of(0), List.of(), List.of(goroutines), true);
  }

  @Test
  void programsThatWereWrongOnceAndRandomOnes() throws Exception {
    assumeTrue(GoToolchain.find(INTERPRETER, System.getenv()).version().atLeast(26));
    // The number of each is its seed; the kept ones come after, in an order of their own.
    Stream<Sample> random = LongStream.rangeClosed(1, 60).mapToObj(Generator::sample);
    Oracle.Tally tally =
        Oracle.check(
            Stream.concat(random, new TreeMap<>(KEPT).values().stream()),
            1,
            INTERPRETER,
            directory);
    assertThat(tally.disagreements()).isEmpty();
    assertThat(tally.complete()).isGreaterThan(20);
  }

  @Test
  void theEnumerationKnowsWhatAWaitGroupDoes() {
    assertThat(outcomes("an Add that is late, and two Dones"))
        .containsExactlyInAnyOrder("..... . .", "..... . !n", "..... !n .");
    assertThat(outcomes("an Add while a Wait is not over")).contains("... !r ..");
  }

  private static Collection<String> outcomes(String kept) {
    return Enumeration.of(Objects.requireNonNull(KEPT.get(kept)), 1000).orElseThrow();
  }

  @Test
  void aSampleIsWhatItsTextSays() {
    Sample sample = Generator.sample(1);
    assertThat(Sample.parse(sample.text())).isEqualTo(sample);
  }
}
