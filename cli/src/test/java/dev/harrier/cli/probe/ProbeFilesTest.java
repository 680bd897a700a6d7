package dev.harrier.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.probe.Orders;
import dev.harrier.vet.probe.Probe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProbeFilesTest {
  @TempDir private Path directory;

  private static Probe probe(String name) {
    return new Probe(
        "example.com/" + name,
        "example.com",
        "/module/" + name,
        List.of(new Probe.SourceFile("harrier_probe_test.go", "package " + name + "\n")),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        false,
        null,
        null,
        List.of());
  }

  /** What is written again leaves no file behind, and the overlay shows only existing files. */
  @Test
  void filesThatWereWrittenBeforeAreRemoved() throws Exception {
    ProbeFiles files = new ProbeFiles(directory, directory.resolve("orders.jsonl"));
    files.begin();
    Orders none = Orders.read(List.of());
    files.write(List.of(probe("a"), probe("b")), none);
    assertThat(directory.resolve("002_harrier_probe_test.go")).exists();
    files.write(List.of(probe("b")), none);
    assertThat(directory.resolve("002_harrier_probe_test.go")).doesNotExist();
    assertThat(directory.resolve("001_harrier_probe_test.go")).hasContent("package b\n");
    assertThat(Files.readString(files.overlay())).contains("/module/b").doesNotContain("/module/a");
  }
}
