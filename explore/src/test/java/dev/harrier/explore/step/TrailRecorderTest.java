package dev.harrier.explore.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.InputKind;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import org.junit.jupiter.api.Test;

final class TrailRecorderTest {
  private static Trail trail(String text) {
    Trace trace = TextTrace.parse(text);
    TrailRecorder recorder = new TrailRecorder(trace);
    EventState state = new EventState();
    trace.replay(event -> state.next(event, e -> recorder.accept(e, state)));
    return recorder.end(true);
  }

  /** Two goroutines, of which the second could have come first. */
  private static String twice(String first, String second) {
    return """
    g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
    g1 operation 1
    g1 spawn g3 app.b a.go:2 named 3 @ app.main a.go:21
    g1 operation 2
    g1 exit
    g1 choice [candidate] g1 1 point 5 chosen 2 of 2 g2
    g1 choice [candidate] g1 1 point 5 chosen 3 of 2 g3
    g2 operation 1
    g2 %s
    g2 exit
    g3 operation 1
    g3 %s
    g3 exit
    """
        .formatted(first, second);
  }

  @Test
  void locksDependOnEachOther() {
    Trail trail = trail(twice("acquire o1 @ app.a a.go:3", "acquire o1 @ app.b a.go:4"));
    assertThat(trail.scope()).isEqualTo(Trail.Scope.WHOLE);
    assertThat(trail.decisions())
        .extracting(Decision::options)
        .containsExactly(java.util.List.of(2L, 3L));
    assertThat(trail.races()).hasSize(1);
  }

  @Test
  void differentLocksDoNot() {
    assertThat(trail(twice("acquire o1 @ app.a a.go:3", "acquire o2 @ app.b a.go:4")).races())
        .isEmpty();
  }

  @Test
  void neitherDoReadersNorSenderAndReceiver() {
    assertThat(
            trail(twice("acquire o1 read @ app.a a.go:3", "acquire o1 read @ app.b a.go:4"))
                .races())
        .isEmpty();
    assertThat(trail(twice("send o1 @ app.a a.go:3", "receive o1 @ app.b a.go:4")).races())
        .isEmpty();
  }

  @Test
  void anOperationThatNothingTellsOfDependsOnEverything() {
    assertThat(trail(twice("operation 2", "acquire o2 @ app.b a.go:4")).races()).isNotEmpty();
  }

  @Test
  void whatIsReadIsNotUpToTheSchedule() {
    Trail trail =
        trail(twice("acquire o1 @ app.a a.go:3\ng2 input random", "acquire o2 @ app.b a.go:4"));
    assertThat(trail.scope()).isEqualTo(Trail.Scope.OPEN);
    assertThat(trail.inputs()).containsExactly(InputKind.RANDOM);
    assertThat(trail(twice("block [sleep] @ app.a a.go:3", "acquire o2 @ app.b a.go:4")).inputs())
        .containsExactly(InputKind.CLOCK);
    String settles = "block [sleep] @ runtime.harrierSettle tests.go:116 < testing.tRunner t.go:9";
    assertThat(trail(twice(settles, "acquire o2 @ app.b a.go:4")).inputs())
        .as("Harrier's own wait at the end of a test is no reading of the clock")
        .containsExactly(InputKind.LEFT_BEHIND);
  }

  @Test
  void timeIsNotUpToTheSchedule() {
    assertThat(trail(twice("timer-set o1 @ app.a a.go:3", "acquire o2 @ app.b a.go:4")).scope())
        .isEqualTo(Trail.Scope.OPEN);
    assertThat(trail(twice("block [sleep] @ app.a a.go:3", "acquire o2 @ app.b a.go:4")).scope())
        .isEqualTo(Trail.Scope.OPEN);
  }

  @Test
  void whoCouldHaveGoneOnCutsItShort() {
    String whole = twice("acquire o1 @ app.a a.go:3", "acquire o1 @ app.b a.go:4");
    assertThat(trail(whole.replace("g2 exit\n", "")).scope()).isEqualTo(Trail.Scope.CUT_SHORT);
  }
}
