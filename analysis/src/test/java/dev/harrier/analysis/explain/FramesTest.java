package dev.harrier.analysis.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which frame speaks to the user. */
final class FramesTest {
  private static final Site PARK = new Site("runtime.gopark", "/go/src/runtime/proc.go", 460);
  private static final Site RUN = new Site("testing.(*T).Run", "/go/src/testing/testing.go", 2266);
  private static final Site MAIN = new Site("main.main", "_testmain.go", 47);
  private static final Site DEPENDENCY = new Site("example.com/d.Wait", "/m/d/wait.go", 3);
  private static final Site USER = new Site("example.com/m.TestX", "/w/x_test.go", 12);

  private final Frames frames =
      new Frames(new AnalysisContext(List.of("example.com/m"), "/go", SourceLines.none()));

  private static Stack stack(Site... sites) {
    return new Stack(List.of(sites), false);
  }

  @Test
  void theUsersCodeComesFirst() {
    assertThat(frames.primary(stack(PARK, DEPENDENCY, USER))).isEqualTo(USER);
    assertThat(frames.primary(stack(PARK, DEPENDENCY), stack(USER))).isEqualTo(USER);
    assertThat(frames.primary(stack(PARK, DEPENDENCY, MAIN))).isEqualTo(DEPENDENCY);
  }

  @Test
  void whatGoTestWroteIsNoPlace() {
    assertThat(frames.primary(stack(PARK, RUN), stack(RUN, MAIN))).isEqualTo(RUN);
    assertThat(frames.primary(stack(RUN, MAIN))).isEqualTo(RUN);
    assertThat(frames.primary(stack(MAIN))).isEqualTo(MAIN);
  }
}
