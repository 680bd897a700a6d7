package dev.harrier.report.words;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Fix;

/** What to do about a finding. */
public final class Advice {
  private Advice() {}

  /** The fix where one is known, else the advice of the rule. */
  public static String of(Finding finding) {
    return finding
        .explanation()
        .fix()
        .map(fix -> of(fix, finding))
        .orElseGet(() -> ofDefect(finding));
  }

  private static String ofDefect(Finding finding) {
    return switch (finding.defect()) {
      case Defect.UnorderedClose _ ->
          "Close the channel where it is sent on, after the last send, or after a WaitGroup has"
              + " waited for all senders; to end senders, close a channel of its own for that.";
      default -> finding.rule().advice();
    };
  }

  private static String of(Fix fix, Finding finding) {
    String variable = finding.defect() instanceof Defect.Race race ? race.variable() : "it";
    return switch (fix) {
      case COPY_LOOP_VARIABLE ->
          "Declare go 1.22 or later in go.mod, or copy %s inside the loop: the language version of this file shares it between iterations."
              .formatted(variable);
      case ADD_BEFORE_GO -> "Call Add before the go statement, so that Wait cannot run first.";
      case LOCK_TO_WRITE -> "Take the lock with Lock, not RLock, where you write.";
      case DECLARE_INSIDE_CLOSURE ->
          "Declare %s inside the closure (%s := ...), or return it by a channel."
              .formatted(variable, variable);
      case CLOSE_RESPONSE_BODY ->
          "Close the body of every response (defer resp.Body.Close()), even if you do not read"
              + " it: until then its connection and two goroutines stay.";
    };
  }
}
