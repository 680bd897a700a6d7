package dev.harrier.report.words;

import dev.harrier.model.explored.FlakyTest;
import dev.harrier.model.explored.FlakyTest.Decision;
import dev.harrier.model.trace.InjectedFault;
import java.util.List;

/** Why a test fails sometimes, in sentences. */
public final class FlakyReasons {
  private FlakyReasons() {}

  /** What decides whether it fails. */
  public static String why(FlakyTest test) {
    return test.name()
        + " fails if "
        + test.orders()
            .map(orders ->
                "'%s' comes before '%s', and passes the other way round"
                    .formatted(
                        ActionWords.withGoroutine(orders.first()),
                        ActionWords.withGoroutine(orders.second())))
            .orElseGet(() -> decision(test.decision()) + ", and passes otherwise");
  }

  /** The command that replays one of its runs. */
  public static String replay(String code) {
    return replay(List.of(code));
  }

  /**
   * The command that runs a schedule once.
   *
   * @param words that say which
   */
  static String replay(List<String> words) {
    return "harrier replay -n 1 " + ShellWords.joined(words);
  }

  /**
   * How to see the run that passes: the finding says how to see the other, and what decides, if
   * that is the order of two operations.
   */
  public static List<String> notes(FlakyTest test) {
    String passes = test.name() + " passes with: " + replay(test.passes());
    return test.orders().isPresent() ? List.of(passes) : List.of(why(test), passes);
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
