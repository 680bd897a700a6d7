package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.words.ActionWords;
import dev.harrier.report.words.Causes;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What decides where it is no decision of a simplified schedule: the test passes with two
 * operations the other way round.
 */
final class CausesTest {
  @TempDir private Path directory;

  /** The causes of the findings of a rule, with G and O for goroutines and objects. */
  private List<String> causes(String rule, String imports, String test) throws Exception {
    return causes("40", rule, imports, test);
  }

  private List<String> causes(String executions, String rule, String imports, String test)
      throws Exception {
    GoModule.at(directory).test(imports, test);
    Result result =
        new HarrierProcess(directory)
            .call("fuzz", "-fresh", "-per-test", executions, "-time", "5m", "./...");
    List<Finding> findings =
        new RunStore(directory.resolve(".harrier"), directory).latest().findings();
    assertThat(findings).as(result.toString()).extracting(f -> f.rule().id()).contains(rule);
    return findings.stream()
        .filter(f -> f.rule().id().equals(rule))
        .map(f ->
            Causes.of(f.witness()).replaceAll("goroutine \\d+", "G").replaceAll("\\bo\\d+", "O"))
        .toList();
  }

  @Test
  void theDefaultOrderMayShowTheFinding() throws Exception {
    assertThat(
            causes(
                "send-on-closed",
                "sync",
                """
                var mu sync.Mutex
                results := make(chan int, 1)
                started := make(chan bool)
                go func() {
                	started <- true
                	mu.Lock()
                	close(results)
                	mu.Unlock()
                }()
                <-started
                mu.Lock()
                results <- 1
                mu.Unlock()
                """))
        .containsExactly(
            "m_test.go:14 (G locked mutex mu (O)) before m_test.go:19 (G locked mutex mu (O)); the"
                + " other way round the test passes (10 of 10)");
  }

  @Test
  void accessesWithoutSynchronizationMayDecide() throws Exception {
    assertThat(
            causes(
                "test-panic",
                "",
                """
                current := &struct{ user string }{"eve"}
                started := make(chan bool)
                go func() {
                	started <- true
                	current = nil
                }()
                <-started
                _ = len(current.user)
                """))
        .containsExactly(
            "m_test.go:12 (G wrote current) before m_test.go:15 (G read current); the"
                + " other way round the test passes (10 of 10)");
  }

  /**
   * When the server sees the end of a request decides as well, but a reader can only change the
   * handler.
   */
  @Test
  void operationsOfTheModuleWinOverThoseOfALibrary() throws Exception {
    assertThat(
            causes(
                "400",
                "test-failure",
                "io net/http net/http/httptest sync",
                """
                var mu sync.Mutex
                var ready bool
                var name string
                serve := func(w http.ResponseWriter, r *http.Request) {
                	mu.Lock()
                	ok := ready
                	mu.Unlock()
                	if !ok {
                		return
                	}
                	mu.Lock()
                	defer mu.Unlock()
                	io.WriteString(w, "name "+name)
                }
                front := httptest.NewServer(http.HandlerFunc(serve))
                defer front.Close()
                go func() {
                	mu.Lock()
                	ready = true
                	mu.Unlock()
                	mu.Lock()
                	name = "harrier"
                	mu.Unlock()
                }()
                resp, err := front.Client().Get(front.URL)
                if err != nil {
                	t.Fatal(err)
                }
                defer resp.Body.Close()
                body, _ := io.ReadAll(resp.Body)
                if string(body) == "name " {
                	t.Error("without a name")
                }
                """))
        .singleElement()
        .asString()
        .startsWith(
            "m_test.go:22 (G locked mutex mu (O)) before m_test.go:32 (G locked mutex mu (O)); the other"
                + " way round the test passes (10 of 10)");
  }

  /** A goroutine that nobody receives from is stuck whatever comes first. */
  @Test
  void thatNoOrderDecidesIsSaidOfWhatWasTried() throws Exception {
    assertThat(
            causes(
                "goroutine-leak",
                "sync",
                """
                var mu sync.Mutex
                results := make(chan int)
                done := make(chan bool)
                go func() {
                	mu.Lock()
                	mu.Unlock()
                	close(done)
                	results <- 1
                }()
                mu.Lock()
                mu.Unlock()
                <-done
                """))
        .containsExactly(
            "no order of two operations decides, as far as was tried: the default order shows the"
                + " finding, and so do 1 of 1 schedules with two operations swapped");
  }

  /** The limit of time passes while the answer is there: the select decides that. */
  @Test
  void aSelectThatWaitsForItsTimerIsNamedWithThat() throws Exception {
    assertThat(
            causes(
                "goroutine-leak",
                "time",
                """
                results := make(chan int)
                go func() {
                	time.Sleep(time.Millisecond)
                	results <- 1
                }()
                select {
                case <-results:
                case <-time.After(time.Second):
                }
                """))
        .singleElement()
        .asString()
        .startsWith(
            "m_test.go:14 (G received from channel time.After(time.Second) (O) in a select), though"
                + " another case was ready;");
  }

  /** Of orders of cases: the select waits for the one that it prefers. */
  @Test
  void aPreferredCaseMayDecide() throws Exception {
    assertThat(
            causes(
                "global-deadlock",
                "time",
                """
                results := make(chan int, 1)
                select {
                case results <- 1:
                case <-time.After(10 * time.Millisecond):
                }
                <-results
                """))
        .containsExactly(
            "m_test.go:10 (G received from channel time.After(10 * time.Millisecond) (O) in a select),"
                + " though another case was ready; if it sent on channel results (O) in a select"
                + " instead the test passes (10 of 10)");
  }

  /** The channel of a context that was over before is one that all such contexts share. */
  @Test
  void theCaseThatIsTakenOtherwiseHasItsName() throws Exception {
    assertThat(
            causes(
                "test-failure",
                "context",
                """
                answers := make(chan int, 1)
                ctx, cancel := context.WithCancel(context.Background())
                cancel()
                go func() { answers <- 1 }()
                select {
                case <-answers:
                	t.Error("an answer")
                case <-ctx.Done():
                }
                """))
        .containsExactly(
            "m_test.go:13 (G received from channel answers (O) in a select), though another case"
                + " was ready; if it saw the close of channel ctx.Done() (O) in a select instead"
                + " the test passes (10 of 10), under the same schedule");
  }

  /** The rows of the table of the only finding, without places. */
  private List<String> rows() throws Exception {
    Finding finding =
        new RunStore(directory.resolve(".harrier"), directory).latest().findings().getFirst();
    return finding.witness().interleaving().orElseThrow().turns().stream()
        .map(ActionWords::brief)
        .toList();
  }

  @Test
  void aTimerThatIsResetBeforeItIsStopped() throws Exception {
    assertThat(
            causes(
                "test-failure",
                "time",
                """
                timer := time.NewTimer(time.Hour)
                done := make(chan bool)
                go func() {
                	timer.Reset(3 * time.Second)
                	close(done)
                }()
                timer.Stop()
                <-done
                if !timer.Stop() {
                	t.Error("nothing to stop")
                }
                """))
        .containsExactly(
            "m_test.go:12 (G reset the timer of m_test.go:9) before m_test.go:15 (G stopped the timer"
                + " of m_test.go:9); the other way round the test passes (10 of 10)");
    assertThat(rows())
        .containsSubsequence(
            "reset the timer of m_test.go:9 to 3s (it had not fired)",
            "stopped the timer of m_test.go:9 (it had not fired)",
            "stopped the timer of m_test.go:9 (it was stopped before)");
  }

  /** A select with a default case does not wait: what decides is how late its goroutine is. */
  @Test
  void aSelectWithADefaultIsLate() throws Exception {
    assertThat(
            causes(
                "global-deadlock",
                "time",
                """
                stop := make(chan int)
                results := make(chan int, 1)
                started := time.Now()
                select {
                case <-stop:
                default:
                }
                if time.Since(started) < 100*time.Millisecond {
                	results <- 1
                }
                go func() {
                	close(stop)
                }()
                <-stop
                <-results
                """))
        .containsExactly(
            "m_test.go:13 (G is late at a select that need not wait); without that delay the"
                + " test passes (10 of 10)");
  }

  /** A send that waits because of a select is not the reason: the select is. */
  @Test
  void aSelectThatWaitsInBothRunsMayDecide() throws Exception {
    assertThat(
            causes(
                "goroutine-leak",
                "time",
                """
                results := make(chan int)
                go func() { results <- 1 }()
                select {
                case <-time.After(time.Second):
                case <-results:
                }
                """))
        .containsExactly(
            "m_test.go:11 (G received from channel time.After(time.Second) (O) in a select), though"
                + " another case was ready; if it received from channel results (O) in a select"
                + " instead the test passes (10 of 10), under the same schedule");
  }

  /** Decisions that a schedule does not need may be many: it need not be simplified. */
  @Test
  void decisionsThatAreNotNeededTakeNoPart() throws Exception {
    GoModule.at(directory)
        .test(
            "sync",
            """
            var mu sync.Mutex
            closed := false
            results := make(chan int)
            go func() {
            	mu.Lock()
            	defer mu.Unlock()
            	if !closed {
            		results <- 1
            	}
            }()
            mu.Lock()
            closed = true
            mu.Unlock()
            """);
    HarrierProcess harrier = new HarrierProcess(directory);
    harrier.call("fuzz", "-fresh", "-per-test", "40", "-time", "5m", "./...");
    RunStore store = new RunStore(directory.resolve(".harrier"), directory);
    Finding found = store.latest().findings().getFirst();
    String schedule = found.witness().schedule().orElseThrow();
    assertThat(schedule).contains(":plan=n");
    String never =
        IntStream.range(0, 5).mapToObj("+n1.900%d.1"::formatted).collect(Collectors.joining());
    Result replayed =
        harrier.call(
            "replay",
            "-n",
            "1",
            schedule.replaceFirst(":plan=[^:]+", "$0" + never).replaceFirst(":sum=.*", ""));
    assertThat(replayed.out())
        .contains("; the other way round the test passes (10 of 10)")
        .doesNotContain("under the same schedule");
  }

  /** A timer fires first because a goroutine is late: which timer, and before what. */
  @Test
  void aTimerThatFiresBeforeAnOperationMayDecide() throws Exception {
    assertThat(
            causes(
                "test-failure",
                "sync time",
                """
                var mu sync.Mutex
                batches := 0
                open := 0
                add := func() {
                	mu.Lock()
                	defer mu.Unlock()
                	open++
                	if open == 1 {
                		time.AfterFunc(5*time.Millisecond, func() {
                			mu.Lock()
                			defer mu.Unlock()
                			batches++
                			open = 0
                		})
                	}
                }
                add()
                add()
                time.Sleep(time.Second)
                mu.Lock()
                defer mu.Unlock()
                if batches != 1 {
                	t.Error("more than one batch")
                }
                """))
        .containsExactly(
            "m_test.go:18 (timer of time.AfterFunc, set by G, fires after 5 ms) before m_test.go:14"
                + " (G locked mutex mu (O)), where G is 5 ms late; the other way round the test"
                + " passes (10 of 10)");
  }

  @Test
  void theTickerThatFiresIsNamedAndNotTheTimeThatPasses() throws Exception {
    assertThat(
            causes(
                "200",
                "test-failure",
                "sync time",
                """
                var mu sync.Mutex
                entries := 0
                stop := make(chan bool)
                go func() {
                	tick := time.NewTicker(time.Second)
                	defer tick.Stop()
                	for {
                		select {
                		case <-tick.C:
                			mu.Lock()
                			entries = 0
                			mu.Unlock()
                		case <-stop:
                			return
                		}
                	}
                }()
                mu.Lock()
                entries = 1
                mu.Unlock()
                mu.Lock()
                found := entries
                mu.Unlock()
                close(stop)
                if found != 1 {
                	t.Error("lost")
                }
                """))
        .containsExactly(
            "m_test.go:14 (timer of time.NewTicker, set by G, fires after 1 s) before m_test.go:30"
                + " (G locked mutex mu (O)), where G is 1 s late; the other way round the test"
                + " passes (10 of 10)");
  }

  @Test
  void theSleepOfATestIsATimerToo() throws Exception {
    assertThat(
            causes(
                "test-failure",
                "sync/atomic time",
                """
                var done atomic.Int64
                go func() {
                	done.Add(1)
                	done.Add(1)
                }()
                time.Sleep(10 * time.Millisecond)
                if done.Load() != 2 {
                	t.Error("not yet")
                }
                """))
        .containsExactly(
            "m_test.go:15 (time.Sleep of G is over after 10 ms) before m_test.go:13 (G updated"
                + " atomic done), where G is 10 ms late; the other way round the test passes (10 of"
                + " 10)");
  }

  /** Time that is over without a timer: code reads the clock. */
  @Test
  void codeThatIsSlowMayDecide() throws Exception {
    assertThat(
            causes(
                "test-failure",
                "time",
                """
                until := time.Now().Add(10 * time.Millisecond)
                if time.Now().After(until) {
                	t.Error("lost")
                }
                """))
        .containsExactly(
            "m_test.go:10 (G reads the clock, after m.TestM took 10 ms); where it takes 5 ms the"
                + " test passes (10 of 10)");
  }

  /** The timer can be stopped no more, though its function runs later. */
  @Test
  void aTimerMayFireBeforeItsFunctionRuns() throws Exception {
    assertThat(
            causes(
                "send-on-closed",
                "time",
                """
                results := make(chan int, 1)
                timer := time.AfterFunc(20*time.Millisecond, func() { results <- 1 })
                timer.Stop()
                close(results)
                """))
        .singleElement()
        .asString()
        .startsWith(
            "m_test.go:10 (timer of time.AfterFunc, set by G, fires after 20 ms) before m_test.go:11"
                + " (G stopped the timer of m_test.go:10), where G is ")
        .contains("; the other way round the test passes (10 of 10)");
    assertThat(rows()).contains("stopped the timer of m_test.go:10 (it had already fired)");
  }

  /** The goroutine whose assertion fails is late itself, and not what the timer starts. */
  @Test
  void aTimerThatIsStoppedTooLateInTheTestItself() throws Exception {
    assertThat(
            causes(
                "test-failure",
                "sync/atomic time",
                """
                var stored atomic.Int32
                timer := time.AfterFunc(10*time.Millisecond, func() { stored.Add(1) })
                time.Sleep(5 * time.Millisecond)
                timer.Reset(10 * time.Millisecond)
                time.Sleep(8 * time.Millisecond)
                timer.Stop()
                before := stored.Load()
                time.Sleep(5 * time.Millisecond)
                if stored.Load() != before {
                	t.Error("stored afterwards")
                }
                """))
        .singleElement()
        .asString()
        .startsWith(
            "m_test.go:13 (timer of time.(*Timer).Reset, set by G, fires after 10 ms) before"
                + " m_test.go:15 (G stopped the timer of m_test.go:11), where G is ")
        .contains("; the other way round the test passes (10 of 10)");
  }

  /** What is late is the end of the test: it does nothing more that others see. */
  @Test
  void aTimerMayFireBeforeTheTestEnds() throws Exception {
    assertThat(
            causes(
                "goroutine-leak",
                "time",
                """
                values := make(chan int)
                go func() {
                	values <- 1
                	for range time.NewTicker(300 * time.Millisecond).C {
                		values <- 2
                	}
                }()
                <-values
                """))
        .anyMatch(cause ->
            cause.startsWith(
                "m_test.go:12 (timer of time.NewTicker, set by G, fires after 300 ms) before G ends,"
                    + " behind m_test.go:16, where it is 299 ms late; the other way round the test"
                    + " passes (10 of 10)"));
  }
}
