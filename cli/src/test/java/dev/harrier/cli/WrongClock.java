package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A wall clock for Go programs that goes wrong. A static executable asks the kernel itself what
 * time it is, so nothing from outside can give it another one; but it can be built with a package
 * time that adds to the answer. What measures how long something takes stays as it is.
 */
final class WrongClock {
  /** By so many seconds the clock of the process is ahead. */
  static final String VARIABLE = "HARRIER_TEST_CLOCK_AHEAD";

  private static final String ASKED = "sec, nsec, mono := runtimeNow()\n";

  private static final String AHEAD =
      """
      package time

      import "syscall"

      var wrongBy = func() int64 {
      	text, _ := syscall.Getenv("VARIABLE")
      	seconds, _ := atoi(text)
      	return int64(seconds)
      }()
      """
          .replace("VARIABLE", VARIABLE);

  private WrongClock() {}

  /** What {@code go} is to be given as {@code -overlay}. */
  static Path overlay(Path directory) throws Exception {
    Process env = new ProcessBuilder("go", "env", "GOROOT").start();
    String root = new String(env.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(env.waitFor()).isZero();
    Path time = Path.of(root, "src", "time");
    String source = Files.readString(time.resolve("time.go"));
    assertThat(source).as("Now asks so").contains(ASKED);
    Files.createDirectories(directory);
    Path now =
        Files.writeString(
            directory.resolve("time.go"),
            source.replaceFirst(
                "(?<=" + ASKED.replace("(", "\\(").replace(")", "\\)") + ")",
                "\tsec += wrongBy\n"));
    Path ahead = Files.writeString(directory.resolve("wrongby.go"), AHEAD);
    return Files.writeString(
        directory.resolve("overlay.json"),
        new Gson()
            .toJson(
                Map.of(
                    "Replace",
                    Map.of(
                        time.resolve("time.go").toString(),
                        now.toString(),
                        time.resolve("wrongby.go").toString(),
                        ahead.toString()))));
  }
}
