package dev.harrier.explore.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.step.EventState;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class OverlapGuideTest {
  /** The second call runs from its start to its end while the first one is about to be done. */
  private static final String APART =
      """
      g1 test-begin t1 TestBoth
      g1 spawn g2 m.TestBoth.func1 m.go:1 @ m.TestBoth m.go:5
      g1 spawn g3 m.TestBoth.func2 m.go:2 @ m.TestBoth m.go:6
      object o1 waitgroup
      object o2 mutex
      object o3 mutex
      g1 block [sync.WaitGroup.Wait] o1 @ m.TestBoth m.go:7
      g2 operation 1
      g2 acquire o2 @ m.one m.go:11
      g2 operation 2
      g2 release o2 @ m.one m.go:12
      g2 operation 3
      g0 choice [goroutine] g2 2 point 3 chosen 3 of 2 g3
      g3 operation 1
      g3 acquire o3 @ m.two m.go:21
      g3 operation 2
      g3 release o3 @ m.two m.go:22
      g3 operation 3
      g3 add o1 -1 @ m.TestBoth.func2 m.go:2
      g3 exit
      g2 add o1 -1 @ m.TestBoth.func1 m.go:1
      g2 unblock g1
      g2 exit
      g1 wait o1 @ m.TestBoth m.go:7
      """;

  private static Set<String> overlapped(String text) {
    TextTrace trace = TextTrace.parse(text);
    OverlapGuide.OverlapRecorder recorder =
        new OverlapGuide.OverlapRecorder(
            trace, new AnalysisContext(List.of("m"), "/goroot", _ -> List.of()));
    EventState state = new EventState();
    trace.events().forEach(event -> state.next(event, e -> recorder.accept(e, state)));
    return recorder.end(new Recorder.Ended(List.of(), true));
  }

  @Test
  void theLastDoneIsNoStepThoughItWakesTheTest() {
    assertThat(overlapped(APART)).isEmpty();
  }

  @Test
  void anOperationBetweenTwoOfTheOtherIsAnOverlap() {
    String release = "g2 release o2 @ m.one m.go:12\n";
    String later = "g2 add o1 -1 ";
    assertThat(overlapped(APART.replace(release, "").replace(later, release + later)))
        .containsExactly("m.TestBoth");
  }

  /** One lock around all that each does: there is nothing between the steps of the other to see. */
  @Test
  void whatALockKeepsApartIsNoPairThatWasNeverOverlapped() {
    String kept =
        APART.replace("g3 acquire o3", "g3 acquire o2").replace("g3 release o3", "g3 release o2");
    assertThat(overlapped(kept)).containsExactly("m.TestBoth");
  }
}
