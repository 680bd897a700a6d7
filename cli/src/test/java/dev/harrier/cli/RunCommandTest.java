package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.build.GoRunWords;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code harrier run}: the program takes the place of the command. */
final class RunCommandTest {
  private static final String PROGRAM =
      """
      package main

      import (
      	"fmt"
      	"os"
      	"os/signal"
      	"syscall"
      	"time"
      )

      func main() {
      	go func() { make(chan int) <- 1 }()
      	time.Sleep(50 * time.Millisecond)
      	fmt.Println(os.Args[1:], os.Getpid())
      	if os.Args[1] == "wait" {
      		c := make(chan os.Signal, 1)
      		signal.Notify(c, syscall.SIGTERM, syscall.SIGQUIT)
      		fmt.Println("ready")
      		fmt.Println(<-c)
      		os.Exit(9)
      	}
      	os.Exit(7)
      }
      """;

  @TempDir private Path directory;

  @Test
  void theExitStatusIsThePrograms() throws Exception {
    GoModule module = GoModule.at(directory).file("main.go", PROGRAM);

    HarrierProcess.Result ended =
        new HarrierProcess(module.root())
            .run("run", "-tags", "x", ".", "-listen", "--", "a", "@go.mod");

    assertThat(ended.status()).isEqualTo(7);
    assertThat(ended.out()).startsWith("[-listen -- a @go.mod] ");
    assertThat(ended.err()).contains("is leaked: blocked forever [chan send, chan int]");
  }

  @Test
  void signalsReachTheProgram() throws Exception {
    GoModule module = GoModule.at(directory).file("main.go", PROGRAM);
    Path out = directory.resolve("out");
    for (String signal : List.of("TERM", "QUIT")) {
      Process process =
          new HarrierProcess(module.root())
              .start(out, directory.resolve("err"), "run", "main.go", "wait");
      try {
        while (process.isAlive() && !Files.readString(out).contains("ready")) {
          Thread.sleep(50);
        }
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(9);
        assertThat(Files.readString(out)).contains("[wait] " + process.pid());
      } finally {
        process.destroyForcibly();
      }
    }
  }

  @Test
  void wordsAreThoseOfGoRun() {
    GoRunWords words = GoRunWords.of(List.of("-race", "-tags", "a", "a.go", "b.go", "-x", "c.go"));
    assertThat(words.flags()).containsExactly("-race", "-tags", "a");
    assertThat(words.target()).containsExactly("a.go", "b.go");
    assertThat(words.arguments()).containsExactly("-x", "c.go");
    assertThat(GoRunWords.of(List.of("-exec", "nice -n 5", "./cmd/x", "y")).wrapper())
        .containsExactly("nice", "-n", "5");
    assertThat(GoRunWords.of(List.of("./cmd/x")).name(Path.of("/m"))).isEqualTo("x");
    assertThat(GoRunWords.of(List.of("-v")).target()).isEmpty();
  }
}
