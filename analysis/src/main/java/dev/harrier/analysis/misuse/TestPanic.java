package dev.harrier.analysis.misuse;

import dev.harrier.analysis.engine.PanicAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.EventOperations;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.Event;
import java.util.Optional;

/**
 * Any other panic or fatal error that ends the process: with it end all tests that had not yet run.
 * Those that other rules report (a deadlock, the time limit) are left to them.
 */
public final class TestPanic implements PanicAnalysis {
  private static final Rule RULE =
      new Rule(
          "test-panic",
          "a panic ends the process",
          "Fix the panic, or recover it in the goroutine where it happens: no other goroutine can.");

  @Override
  public Rule rule() {
    return RULE;
  }

  /** What a program recovers it has dealt with. */
  @Override
  public boolean reportsRecovered() {
    return false;
  }

  @Override
  public Optional<Draft> explain(PanicMoment moment, ProgramState program, Explainer explainer) {
    Event.Panic panic = moment.panic();
    String message = panic.message();
    if (message.contains("all goroutines are asleep")
        || message.contains("noticed by Harrier before the time limit")
        || message.startsWith("test timed out")
        || isOfBubble(moment, program)) {
      return Optional.empty();
    }
    Draft draft =
        new PanicDraft(RULE, moment, program, explainer)
            .draft(new Defect.Crashed(panic.fatal(), EventOperations.firstLine(message)));
    return Optional.of(
        isAfterFailure(moment, program, explainer)
            ? draft.suspicious(new Doubt.PanicAfterFailure())
            : draft);
  }

  /**
   * Whether test code had reported a failure and continued, as with {@code assert.NotNil} before
   * the value is used: then it is the failure that counts.
   */
  private static boolean isAfterFailure(
      PanicMoment moment, ProgramState program, Explainer explainer) {
    return moment.before().stream().anyMatch(event -> event instanceof Event.TestFail)
        && explainer
            .site(program.trace().stack(moment.panic().stack()))
            .file()
            .endsWith("_test.go");
  }

  /**
   * Whether testing/synctest found its bubble deadlocked: the rules about stuck goroutines say so.
   * Package testing raises the panic again once it has cleaned up. The linker names the function of
   * package runtime as package synctest declares it.
   */
  private static boolean isOfBubble(PanicMoment moment, ProgramState program) {
    return moment.panic().message().startsWith("deadlock: ")
        && program.trace().stack(moment.panic().stack()).frames().stream()
            .anyMatch(site -> site.function().equals("internal/synctest.Run"));
  }
}
