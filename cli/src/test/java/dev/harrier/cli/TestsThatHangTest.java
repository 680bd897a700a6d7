package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that can never end, next to goroutines that continue. */
final class TestsThatHangTest {
  private static final String NOTICED =
      "no test that runs can ever end - deadlock! (noticed by Harrier before the time limit)";

  /** Takes longer than Harrier needs to notice that the test next to it is stuck. */
  private static final String SLOW =
      """
      go func() { for range time.Tick(10 * time.Millisecond) {} }()
      t.Run("stuck", func(t *testing.T) {
        t.Parallel()
        <-make(chan int)
      })
      t.Run("slow", func(t *testing.T) {
        t.Parallel()
        time.Sleep(9 * time.Second)
        os.WriteFile("ended", nil, 0o644)
      })
      """;

  @TempDir private Path directory;

  @BeforeEach
  void findGo() throws Exception {
    assumeThat(GoRelease.CHOSEN.findsLeaks()).as("Go 1.26 or newer").isTrue();
  }

  private Result test() throws Exception {
    return new HarrierProcess(directory).run("test", "-timeout=4m");
  }

  /** What the tests print, and what Harrier says of it. */
  private static String all(Result result) {
    return result.out() + result.err();
  }

  @Test
  void aTestThatCanNeverEndIsNotWaitedFor() throws Exception {
    GoModule.at(directory)
        .test(
            "net sync time",
            """
            l, _ := net.Listen("tcp", "127.0.0.1:0")
            go l.Accept()
            go func() { for range time.Tick(10 * time.Millisecond) {} }()
            var wg sync.WaitGroup
            wg.Add(1)
            wg.Wait()
            """);
    Result result = test();
    assertThat(all(result)).contains(NOTICED, "running tests:", "waitgroup-stuck: ");
    assertThat(all(result)).doesNotContain("test-timeout", "test-panic");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void aTestBesideItComesToItsEnd() throws Exception {
    GoModule.at(directory).test("os time", SLOW);
    assertThat(all(test())).contains(NOTICED, "global-deadlock: ");
    assertThat(directory.resolve("ended")).exists();
  }

  /** A timer will end this one. */
  @Test
  void aTestThatIsWokenInTheEndPasses() throws Exception {
    GoModule.at(directory)
        .test(
            "time",
            """
            c := make(chan int)
            time.AfterFunc(9*time.Second, func() { close(c) })
            <-c
            """);
    assertThat(test().status()).isZero();
  }
}
