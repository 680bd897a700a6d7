package dev.harrier.analysis.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Event;
import dev.harrier.tracing.text.TextTrace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PanicOriginTest {
  private static PanicOrigin origin(String stack) {
    TextTrace trace = TextTrace.parse("g1 panic \"send on closed channel\"" + stack + "\n");
    List<PanicOrigin> origins = new ArrayList<>();
    trace.replay(e -> origins.add(PanicOrigin.of(trace.stack(e.stack()))));
    return origins.getFirst();
  }

  @Test
  void theSameTextFromDifferentPlaces() {
    assertThat(origin(" @ runtime.chansend chan.go:226 < app.f a.go:1"))
        .isEqualTo(PanicOrigin.RUNTIME);
    assertThat(origin(" @ sync.(*WaitGroup).Add waitgroup.go:118 < app.f a.go:1"))
        .isEqualTo(PanicOrigin.RUNTIME);
    assertThat(origin(" @ app.f a.go:1 < app.g a.go:2")).isEqualTo(PanicOrigin.PROGRAM);
    assertThat(origin(" @ sync.OnceFunc.func1.1 oncefunc.go:22 < app.g a.go:2"))
        .isEqualTo(PanicOrigin.PROGRAM);
    assertThat(origin("")).isEqualTo(PanicOrigin.UNKNOWN);
  }

  /** A panic inside a deferred function is recovered before the one that it interrupts. */
  @Test
  void aRecoverEndsTheLatestPanic() {
    TextTrace trace =
        TextTrace.parse("g1 panic \"a\"\ng1 panic \"b\"\ng1 recover\ng1 recover\ng1 recover\n");
    ProgramState program = new ProgramState(trace);
    List<String> recovered = new ArrayList<>();
    trace.replay(e -> {
      if (e instanceof Event.Recovered r) {
        recovered.add(program.recoveredBy(r).map(m -> m.panic().message()).orElse("none"));
      }
      program.apply(e);
    });
    assertThat(recovered).containsExactly("b", "a", "none");
  }
}
