package dev.harrier.analysis.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PollLoopTest {
  private static Optional<PollLoop.Cases> endless(
      String header, String before, String timer, String fired, String other, String after) {
    List<String> lines =
        """
        package app

        func (c *conn) poll(ctx context.Context, done chan bool, every time.Duration) {
        	timer := time.NewTimer(every)
        	n, limit := 0, time.Now()
        	%s {
        		%s
        		select {
        		case <-%s:
        			%s
        		case <-%s:
        			return
        		}
        		%s
        	}
        }
        """
            .formatted(header, before, timer, fired, other, after)
            .lines()
            .toList();
    int select = 1;
    while (!lines.get(select - 1).strip().equals("select {")) {
      select++;
    }
    return PollLoop.endless(lines, select);
  }

  private static Optional<PollLoop.Cases> fires(String fired) {
    return endless("for", "", "time.After(every)", fired, "done", "");
  }

  @Test
  void onlyAnotherCaseEndsIt() {
    assertThat(fires("")).contains(new PollLoop.Cases(1, 0, 0));
    assertThat(endless("for", "", "timer.C", "timer.Reset(every)", "c.ctx.Done()", "n++"))
        .contains(new PollLoop.Cases(1, 1, 0));
    assertThat(
            endless(
                "for pause := every; ; pause = min(2*pause, time.Minute)",
                "_, cancel := context.WithTimeout(ctx, pause)",
                "time.After(pause - time.Since(limit))",
                "cancel()",
                "ctx.Done()",
                "if n > 3 { n -= 2 }"))
        .contains(new PollLoop.Cases(1, 1, 0));
  }

  /** The context of a round ends it; one that was made before ends the loop. */
  @Test
  void theTimeLimitOfARoundIsATimer() {
    String each = "round, cancel := context.WithTimeout(ctx, every)";
    assertThat(endless("for", each, "round.Done()", "cancel()", "done", ""))
        .contains(new PollLoop.Cases(1, 0, 1));
    assertThat(endless("for", each, "round.Done()", "return", "done", "")).isEmpty();
    assertThat(endless("for", "", "round.Done()", "", "done", "")).isEmpty();
    assertThat(endless("for", each, "time.After(every)", "cancel()", "ctx.Done()", ""))
        .contains(new PollLoop.Cases(1, 1, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "return",
        "break loop",
        "goto end",
        "panic(n)",
        "if stopped.Load() { return }",
        "if time.Now().After(limit) { return }",
        "ask()",
        "c.ask(done)",
        "go ask()",
        "func() { n++ }()",
        "close(done)",
        "done <- true",
        "<-ready",
        "done = nil",
        "latest = done",
        "c.done = done",
        "wg.Done()",
        "time.AfterFunc(every, ask)",
        "context.AfterFunc(ctx, ask)",
        "cancel()",
        "other.Reset(every)",
        "fns[0]()",
        "for range n { n++ }"
      })
  void whatMayEndItIsFound(String fired) {
    assertThat(fires(fired)).isEmpty();
    assertThat(endless("for", "", "time.After(every)", "", "done", fired)).isEmpty();
    assertThat(endless("for", fired, "time.After(every)", "", "done", "")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"for !stopped.Load()", "for range 3", "for n < 3", "for ; n < 3; n++", "if true"})
  void aConditionMayEndIt(String header) {
    assertThat(endless(header, "", "time.After(every)", "", "done", "")).isEmpty();
  }

  /** What a tick decides may end a loop, whatever becomes of its other channels. */
  @Test
  void moreCasesThatLeaveThanChannelsEndALoop() {
    List<String> tick =
        """
        func tick[T any](
        	tick <-chan time.Time, stop chan bool,
        ) {
        	for {
        		select {
        		case <-stop:
        			return
        		case <-tick:
        			if c := weak.Value(); c == nil {
        				return
        			}
        		}
        	}
        }
        """
            .lines()
            .toList();
    assertThat(PollLoop.mayEnd(tick, 5, 1)).isTrue();
    List<String> evict =
        tick.stream().map(line -> line.replace("\t\t\t\treturn", "\t\t\t\tbreak")).toList();
    assertThat(PollLoop.mayEnd(evict, 5, 1)).isFalse();
    assertThat(PollLoop.mayEnd(evict, 4, 1)).as("no select there").isTrue();
    assertThat(PollLoop.mayEnd(List.of(), 5, 1)).isFalse();
  }

  @Test
  void casesThatCannotBeReadAreNone() {
    assertThat(endless("for", "", "time.After(wait())", "", "done", "")).isEmpty();
    assertThat(endless("for", "", "time.After(every)", "", "c.next()", "")).isEmpty();
    assertThat(endless("for", "", "time.After(every)", "", "timer.C", "")).isEmpty();
    assertThat(PollLoop.endless(List.of(), 1)).isEmpty();
  }
}
