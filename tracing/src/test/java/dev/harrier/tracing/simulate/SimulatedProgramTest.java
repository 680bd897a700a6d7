package dev.harrier.tracing.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Event;
import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.validate.FileValidator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A long trace of many processors is read whole and satisfies the validator. */
final class SimulatedProgramTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 16})
  void isReadWholeAndValid(int processors) throws IOException {
    Path file = folder.resolve("x.htrace");
    long written = SimulatedProgram.write(file, processors, processors, 8192, 100, 100_000);
    Map<Class<?>, Integer> read = new HashMap<>();
    try (RecordedTrace trace = RecordedTrace.open(file, header -> Symbolizer.NONE)) {
      Completeness completeness =
          trace.replay((Event event) -> read.merge(event.getClass(), 1, Integer::sum));
      assertThat(completeness).isEqualTo(new Completeness.Whole());
    }
    assertThat(read.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo((int) written);
    assertThat(FileValidator.validate(file)).isEmpty();
  }
}
