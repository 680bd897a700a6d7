package dev.harrier.tracing.roundtrip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.text.TextTrace;
import dev.harrier.tracing.text.TracePrinter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A text trace, written as a file by several processors, reads back as the same text. */
final class RoundTripTest {
  private static final Path EVERYTHING = Path.of("src/test/resources/traces/everything.txt");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void whatWasWrittenIsRead(int processors) throws IOException {
    String text = Files.readString(EVERYTHING);
    Path file = folder.resolve("x.htrace");
    Symbolizer symbols = TraceEncoder.write(TextTrace.parse(text), file, processors, processors);
    try (RecordedTrace trace = RecordedTrace.open(file, header -> symbols)) {
      assertThat(TracePrinter.print(trace)).isEqualTo(text);
      assertThat(TracePrinter.print(trace)).as("the second replay").isEqualTo(text);
    }
  }

  @Test
  void aTraceWithoutItsEndIsPartial() throws IOException {
    TextTrace text = TextTrace.parse(Files.readString(EVERYTHING) + "partial 0 killed\n");
    Path file = folder.resolve("x.htrace");
    Symbolizer symbols = TraceEncoder.write(text, file, 1, 2);
    try (RecordedTrace trace = RecordedTrace.open(file, header -> symbols)) {
      assertThat(TracePrinter.print(trace))
          .endsWith("partial 0 \"the process was killed before it could end the trace\"\n");
    }
  }
}
