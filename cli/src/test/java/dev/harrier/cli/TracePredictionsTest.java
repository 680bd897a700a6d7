package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.cli.HarrierProcess.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code harrier trace} predicts, and what the tests of the module make of that. */
final class TracePredictionsTest {
  @TempDir private Path directory;

  @BeforeEach
  void makeModule() throws IOException {
    TracedModule.at(directory);
  }

  private HarrierProcess harrier() {
    return new TracedModule(directory).harrier();
  }

  private void build(String imports, String body) throws Exception {
    new TracedModule(directory).build(imports, body);
  }

  private void go(String... arguments) throws Exception {
    new TracedModule(directory).go(arguments);
  }

  /** The send on the full buffer waits with the lock held that the receiver needs first. */
  private static final String SENDS_UNDER_THE_LOCK =
      """
      var mu sync.Mutex
      kick, done := make(chan bool, 1), make(chan bool)
      go func() {
        mu.Lock()
        mu.Unlock()
        <-kick
        close(done)
      }()
      kick <- true
      time.Sleep(50 * time.Millisecond)
      mu.Lock()
      %s
      mu.Unlock()
      <-done
      """;

  @Test
  void aSendOnAFullBufferUnderALockIsPredictedToBlock() throws Exception {
    build("sync time", SENDS_UNDER_THE_LOCK.formatted("kick <- true"));
    Result result = harrier().call("trace", "./prog");
    assertThat(result.err()).contains("channel-lock-deadlock");
  }

  /** In a select with a default the same send never blocks. */
  @Test
  void aSendThatDoesNotBlockIsNotPredictedToBlock() throws Exception {
    build("sync time", SENDS_UNDER_THE_LOCK.formatted("select { case kick <- true: default: }"));
    Result result = harrier().call("trace", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.err()).doesNotContain("deadlock");
  }

  /** Main takes a, b; the goroutine b, a: whether at the same time is for the test to say. */
  private static final String OPPOSITE_ORDERS =
      """
      var a, b sync.Mutex
      done := make(chan bool)
      %s
      a.Lock()
      b.Lock()
      b.Unlock()
      a.Unlock()
      %s
      <-done
      """;

  private static final String REVERSED =
      "time.AfterFunc(%s, func() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock(); close(done) })";

  @Test
  void whatATimerDoesIsOrderedAfterItsSettingOnly() throws Exception {
    build("sync time", OPPOSITE_ORDERS.formatted(REVERSED.formatted("50*time.Millisecond"), ""));
    Result result = harrier().call("trace", "./prog");
    assertThat(result.err()).contains("lock-order-deadlock");
  }

  @Test
  void whatComesBeforeATimerIsSetIsNoPartOfADeadlock() throws Exception {
    build("sync time", OPPOSITE_ORDERS.formatted("", REVERSED.formatted("time.Millisecond")));
    Result result = harrier().call("trace", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.err()).doesNotContain("deadlock");
  }

  @Test
  void whatComesBeforeATimerIsResetIsNoPartOfADeadlock() throws Exception {
    build(
        "sync time",
        OPPOSITE_ORDERS.formatted(
            "timer := " + REVERSED.formatted("time.Hour"), "timer.Reset(time.Millisecond)"));
    Result result = harrier().call("trace", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.err()).doesNotContain("deadlock");
  }

  /** The locks of main, in the test of the package and in the executable alike. */
  private void lockOrder() throws Exception {
    Files.writeString(
        directory.resolve("main.go"),
        """
        package main

        import (
        	"sync"
        	"time"
        )

        type pair struct{ a, b sync.Mutex }

        func (p *pair) forth() {
        	p.a.Lock()
        	p.b.Lock()
        	p.b.Unlock()
        	p.a.Unlock()
        }

        func (p *pair) back() {
        	p.b.Lock()
        	p.a.Lock()
        	p.a.Unlock()
        	p.b.Unlock()
        }

        func both() {
        	p, done := new(pair), make(chan bool)
        	go func() {
        		p.forth()
        		done <- true
        	}()
        	time.Sleep(50 * time.Millisecond)
        	p.back()
        	<-done
        }

        func main() { both() }
        """);
    Files.writeString(
        directory.resolve("main_test.go"),
        "package main\n\nimport \"testing\"\n\nfunc TestBoth(t *testing.T) { both() }\n");
  }

  @Test
  void thePredictionsOfAnExecutableHappenInTheTestsOfItsModule() throws Exception {
    assumeTrue(GoRelease.CHOSEN.version().atLeast(26), "schedules need Go 1.26");
    lockOrder();
    for (String flag : new String[] {"-trimpath=false", "-trimpath"}) {
      go("build", flag, "-o", "prog", ".");
      Result alone = harrier().call("trace", "./prog");
      assertThat(alone.err()).containsPattern("lock-order-deadlock: .*\\(predicted\\)");
      Result result = harrier().call("trace", "--source", ".", "--confirm", "60s", "./prog");
      assertThat(result.status()).as(flag + result).isEqualTo(1);
      assertThat(result.err())
          .containsPattern("lock-order-deadlock: .*\\(confirmed\\)")
          .contains("happened in execution", "executions of 1 test in");
      Matcher code = Pattern.compile("harrier2:\\S+").matcher(result.err());
      assertThat(code.find()).as(result.toString()).isTrue();
      Result again = harrier().call("replay", "-n", "2", code.group().replaceAll("'$", ""));
      assertThat(again.status()).as(again.toString()).isEqualTo(1);
    }
  }

  @Test
  void aPredictionThatNoTestMakesHappenSaysWhatWasTried() throws Exception {
    assumeTrue(GoRelease.CHOSEN.version().atLeast(26), "schedules need Go 1.26");
    lockOrder();
    Files.writeString(
        directory.resolve("main_test.go"),
        "package main\n\nimport \"testing\"\n\nfunc TestForth(t *testing.T) { new(pair).forth() }\n");
    go("build", "-o", "prog", ".");
    Result result = harrier().call("trace", "--source", ".", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.err())
        .containsPattern("lock-order-deadlock: .*\\(predicted\\)")
        .contains("executions did not make it happen");
  }

  @Test
  void aSourceThatIsNoModuleIsOneSentence() throws Exception {
    build("fmt", "fmt.Println(1)");
    Result missing = harrier().call("trace", "--source", "nowhere", "./prog");
    assertThat(missing.status()).as(missing.toString()).isEqualTo(2);
    assertThat(missing.err())
        .contains("expected a directory with a Go module after -source, found")
        .hasLineCount(1);
    Path empty = Files.createTempDirectory("no-module");
    Result none = harrier().call("trace", "--source", empty.toString(), "./prog");
    Files.delete(empty);
    assertThat(none.status()).as(none.toString()).isEqualTo(2);
    assertThat(none.err()).contains("-source: ").hasLineCount(1);
    Result without = harrier().call("trace", "--confirm", "1s", "./prog");
    assertThat(without.status()).as(without.toString()).isEqualTo(2);
    assertThat(none.out() + missing.out() + without.out()).isEmpty();
  }
}
