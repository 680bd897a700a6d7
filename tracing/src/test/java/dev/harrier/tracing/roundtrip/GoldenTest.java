package dev.harrier.tracing.roundtrip;

import dev.harrier.model.trace.Site;
import dev.harrier.testkit.Golden;
import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.simulate.SimulatedProgram;
import dev.harrier.tracing.text.TextTrace;
import dev.harrier.tracing.text.TracePrinter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The format and its text form change only on purpose. */
final class GoldenTest {
  private static final int HEADER = 4096;

  @TempDir Path folder;

  /** The words of the chunks of a small trace, in hexadecimal; runs of zeros are left out. */
  @Test
  void bytes() throws IOException {
    Path file = folder.resolve("x.htrace");
    TextTrace text = TextTrace.read(Path.of("src/test/resources/traces/valid.txt"));
    TraceEncoder.write(text, file, 1, 2);
    LongBuffer words =
        ByteBuffer.wrap(Files.readAllBytes(file))
            .position(HEADER)
            .slice()
            .order(ByteOrder.LITTLE_ENDIAN)
            .asLongBuffer();
    StringBuilder hex = new StringBuilder();
    for (int i = 0; i < words.limit(); i++) {
      if (words.get(i) != 0) {
        hex.append("%05x %016x%n".formatted(HEADER + i * 8, words.get(i)));
      }
    }
    Golden.assertMatches("words.hex", hex.toString());
  }

  @Test
  void text() throws IOException {
    Path file = folder.resolve("x.htrace");
    SimulatedProgram.write(file, 1, 3, 4096, 20, 200);
    try (RecordedTrace trace =
        RecordedTrace.open(
            file,
            header ->
                (offset, returnAddress) ->
                    List.of(new Site("main.f", "main.go", (int) offset / 512)))) {
      Golden.assertMatches("simulated.txt", TracePrinter.print(trace));
    }
  }
}
