package dev.harrier.analysis.stuck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The source says who sends before it has ever happened. */
final class SendersTest {
  /** Goroutine 1 waits in line 6 for what it created in line 3. */
  private static final String WAITS =
      """
      g1 make o1 @ m.run m.go:2
      g1 spawn g2 m.run.func1 m.go:3 @ m.run m.go:3
      g1 block [chan receive] o1 @ m.run m.go:6
      """;

  private static List<GoroutineId> senders(String events, String... source) {
    Trace trace = TextTrace.parse(events);
    ProgramState program = new ProgramState(trace);
    trace.replay(program::apply);
    Explainer explainer =
        new Explainer(program, new AnalysisContext(List.of("m"), "", _ -> List.of(source)));
    Stuck receiver =
        new Stuck(
            program.goroutine(new GoroutineId(1)), BlockReason.CHAN_RECEIVE, StuckProof.QUIESCENCE);
    return Senders.of(program, explainer).to(receiver, new ObjectId(1));
  }

  private static List<GoroutineId> between(String does, String waits) {
    return senders(
        WAITS, "func run() {", "done := make(chan int)", "go func() {", does, "}()", waits, "}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"defer close(done)", "done <- work()", "if ok { done<-1 }", "close( done )"})
  void aLiteralThatSendsOnTheChannelOrClosesItIsToSend(String does) {
    assertThat(between(does, "<-done")).containsExactly(new GoroutineId(2));
    assertThat(between(does, "for v := range done {")).containsExactly(new GoroutineId(2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<-done",
        "close(undone)",
        "r.done <- 1",
        "log(`close(done)`) // close(done)",
        "closed(done)",
        "work()"
      })
  void anyOtherIsNot(String does) {
    assertThat(between(does, "<-done")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"<-done()", "<-done[0]", "<-done, <-done", "<-other", "done <- 1", ""})
  void theLineOfTheWaitNamesTheChannel(String waits) {
    assertThat(between("close(done)", waits)).isEmpty();
  }

  @Test
  void fieldsAreNamesToo() {
    assertThat(between("close(w.done)", "err := <-w.done")).containsExactly(new GoroutineId(2));
  }

  @Test
  void anotherFunctionMayMeanAnotherChannel() {
    assertThat(
            senders(
                WAITS.replace("@ m.run m.go:3", "@ m.start m.go:3"),
                "func run() {",
                "",
                "go func() {",
                "close(done)",
                "}()",
                "<-done"))
        .isEmpty();
  }

  @Test
  void whatWaitsForTheChannelItselfIsNotToSend() {
    assertThat(
            senders(
                WAITS + "g2 block [chan receive] o1 @ m.run.func1 m.go:4\n",
                "func run() {",
                "",
                "go func() {",
                "<-done; close(done)",
                "}()",
                "<-done"))
        .isEmpty();
  }
}
