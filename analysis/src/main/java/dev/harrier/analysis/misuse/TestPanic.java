package dev.harrier.analysis.misuse;

import dev.harrier.analysis.engine.PanicAnalysis;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.Event;
import java.util.Optional;

/**
 * Any other panic or fatal error that ends the process: with it end all tests that had not yet run.
 * The ends that other rules tell (a deadlock, the time limit) are left to them.
 */
public final class TestPanic implements PanicAnalysis {
  private static final Rule RULE =
      new Rule(
          "test-panic",
          "a panic ends the process",
          "Mend the panic, or recover it in the goroutine where it happens: no other goroutine can.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Report> explain(PanicMoment moment, ProgramState program, Storyteller story) {
    Event.Panic panic = moment.panic();
    String message = panic.message();
    if (message.contains("all goroutines are asleep") || message.startsWith("test timed out")) {
      return Optional.empty();
    }
    String what = panic.fatal() ? "a fatal error ends the process" : "a panic ends the process";
    return Optional.of(
        new PanicReport(RULE, moment, program, story).message(what + PanicReport.said(panic)));
  }
}
