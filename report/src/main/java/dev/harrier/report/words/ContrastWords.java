package dev.harrier.report.words;

import dev.harrier.model.finding.Contrast;
import dev.harrier.model.finding.Contrast.Decision;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.InjectedFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A run without a finding next to one with it, and how likely the finding becomes, in words. */
public final class ContrastWords {
  private ContrastWords() {}

  /** What the run without the finding lacks: {@code unless a timer fires before its time}. */
  public static String unless(Contrast contrast) {
    return "unless " + decision(contrast.decision());
  }

  /** The same with the command that shows that run. */
  public static String withReplay(Contrast contrast) {
    return unless(contrast) + ": " + replay(contrast);
  }

  /** The command that shows that run. */
  public static String replay(Contrast contrast) {
    return CommandWords.once(List.of(contrast.passes()));
  }

  /** Along the schedule; "" if that was not measured. */
  public static String chances(Contrast contrast) {
    if (contrast.chances().isEmpty()) {
      return "";
    }
    List<String> parts = new ArrayList<>();
    for (Contrast.Chance chance : contrast.chances()) {
      String rate = "%d of %d".formatted(chance.shown().seen(), chance.shown().runs());
      parts.add(
          parts.isEmpty()
              ? rate + " schedules that are random from the start show it"
              : rate + " that are random after " + after(chance.from()));
    }
    return String.join(", ", parts);
  }

  private static String after(Optional<Operation> operation) {
    return operation
        .map(o ->
            "%s (%s %s)"
                .formatted(
                    Names.place(o.site()), Names.goroutine(o.goroutine()), ActionWords.brief(o)))
        .orElse("the next decision");
  }

  private static String decision(Decision decision) {
    return switch (decision) {
      case Decision.RunsAnother(long point) ->
          "another goroutine runs at scheduling point %,d of a goroutine".formatted(point);
      case Decision.TakesCase(int chosen) -> "a select takes its case %d".formatted(chosen);
      case Decision.FiresTimer _ -> "a timer fires before its time";
      case Decision.Computes(long micros) ->
          "computing takes %,d µs before a goroutine reads the clock".formatted(micros);
      case Decision.InjectsFault(InjectedFault fault) -> FaultWords.happens(fault);
      case Decision.ReturnsLate _ -> "a system call or cgo call returns late";
      case Decision.Delays _ -> "one goroutine is delayed";
      case Decision.SwitchesAtAccess _ -> "an access to memory is a scheduling point";
      case Decision.PrefersCase _ -> "a select waits for one of its cases";
    };
  }
}
