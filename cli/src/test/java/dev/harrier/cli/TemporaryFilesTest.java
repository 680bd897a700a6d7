package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What explored tests leave in the directory for temporary files. */
final class TemporaryFilesTest {
  @TempDir private Path directory;

  /** It is ended in the middle, and so are its repetitions. */
  @Test
  void aDeadlockedTestLeavesNoTemporaryFiles() throws Exception {
    GoModule.at(directory)
        .test(
            "os",
            """
            name := t.TempDir() + "/file"
            if err := os.WriteFile(name, []byte("x"), 0o400); err != nil {
            	t.Fatal(err)
            }
            if entries, err := os.ReadDir(os.TempDir()); err != nil || len(entries) != 1 {
            	t.Fatal(entries, err)
            }
            <-make(chan int)
            """);
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Result result =
        new HarrierProcess(directory)
            .with("TMPDIR", temporary.toString())
            .run("fuzz", "--per-test", "5");
    assertThat(result.out()).contains("global-deadlock: ");
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left).isEmpty();
    }
  }
}
