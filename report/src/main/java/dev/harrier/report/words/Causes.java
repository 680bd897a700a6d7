package dev.harrier.report.words;

import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What decides whether a schedule shows a finding, in one line. */
public final class Causes {
  /** What a user may do where the cause was not found in time. */
  private static final String REPLAY = "harrier replay, as below, looks longer";

  private Causes() {}

  /** The line, or "" if no cause was seen. */
  public static String of(Witness witness) {
    return witness.cause().map(Causes::of).orElse("");
  }

  private static String of(Cause cause) {
    return switch (cause) {
      case Cause.Orders orders ->
          orders.orders().stream().map(Causes::of).collect(Collectors.joining(", and "))
              + "; "
              + (orders.orders().size() == 1
                  ? "the other way round"
                  : "with any of them the other way round")
              + passes(orders.passed(), orders.alone());
      case Cause.Choice choice when isLate(choice) ->
          "%s (%s is late at a select that need not wait); without that delay"
                  .formatted(
                      Names.place(choice.taken().operation().site()),
                      Names.goroutine(choice.taken().operation().goroutine()))
              + passes(choice.passed(), choice.alone());
      case Cause.Choice choice when isDelayed(choice) ->
          "%s (%s is late at a select%s, which waits for another case first); without that delay"
                  .formatted(
                      Names.place(choice.taken().operation().site()),
                      Names.goroutine(choice.taken().operation().goroutine()),
                      within(choice.taken()))
              + passes(choice.passed(), choice.alone());
      case Cause.Choice choice ->
          "%s (%s %s%s)%s"
                  .formatted(
                      Names.place(choice.taken().operation().site()),
                      Names.goroutine(choice.taken().operation().goroutine()),
                      ActionWords.brief(choice.taken()),
                      within(choice.taken()),
                      otherwise(choice))
              + passes(choice.passed(), choice.alone());
      case Cause.Late late -> late(late) + passes(late.passed(), late.alone());
      case Cause.Slow slow -> slow(slow) + passes(slow.passed(), slow.alone());
      case Cause.NoOrder(int decisions, Witness.Reproduction others) ->
          "no order of two operations decides, as far as was tried: "
              + switch (decisions) {
                case 0 -> "the default order shows the finding";
                case 1 -> "the decision of its schedule shows the finding";
                default -> "the %d decisions of its schedule show the finding".formatted(decisions);
              }
              + (others.runs() == 0
                  ? ""
                  : String.format(
                      Locale.ROOT,
                      ", and so do %,d of %,d schedules with two operations swapped%s",
                      others.seen(),
                      others.runs(),
                      others.seen() == others.runs()
                          ? ""
                          : "; in none of the others does the test pass every time"));
      case Cause.CutOff(int executions) ->
          executions == 0
              ? "there was no time to look for it; " + REPLAY
              : String.format(
                  Locale.ROOT, "not found in time, by %,d executions; " + REPLAY, executions);
      case Cause.NotSought(Cause.Obstacle obstacle) ->
          "not looked for: "
              + switch (obstacle) {
                case NOT_EVERY_REPLAY -> "some replays of the schedule do not show the finding";
                case TIME_LIMIT -> "each run that shows the finding takes its whole time limit";
                case NOT_SIMPLIFIED -> "the schedule was not simplified to single decisions";
              };
    };
  }

  private static String late(Cause.Late late) {
    Cause.Side side = late.late();
    String goroutine = Names.goroutine(side.operation().goroutine());
    String time = Proofs.micros(late.micros());
    if (late.timer().isPresent() && side.operation().action() instanceof Action.Exited) {
      return "%s before %s ends, behind %s, where it is %s late; the other way round"
          .formatted(
              timer(late.timer().get()), goroutine, Names.place(side.operation().site()), time);
    }
    return late.timer()
        .map(timer ->
            "%s before %s, where %s is %s late; the other way round"
                .formatted(timer(timer), side(side), goroutine, time))
        .orElseGet(() ->
            "%s, where %s is %s late; with that delay after it"
                .formatted(side(side), goroutine, time));
  }

  private static String timer(Cause.Timer timer) {
    if (timer.by().equals(GoroutineId.NONE)) {
      return "a timer that fires";
    }
    String what = timer.sleep() ? "%s of %s is over" : "timer of %s, set by %s, fires";
    return "%s (%s after %s)"
        .formatted(
            Names.place(timer.site()),
            what.formatted(Names.function(timer.function()), Names.goroutine(timer.by())),
            Proofs.micros(timer.micros()));
  }

  private static String slow(Cause.Slow slow) {
    Operation reading = slow.reading().operation();
    return "%s (%s reads the clock, after %s took %s); %s"
        .formatted(
            Names.place(reading.site()),
            Names.goroutine(reading.goroutine()),
            Names.function(reading.site()),
            Proofs.micros(slow.micros()),
            slow.passing() == 0
                ? "without that delay"
                : "where it takes " + Proofs.micros(slow.passing()));
  }

  /**
   * A default case is taken where none is ready: it came before the case that it takes otherwise.
   */
  private static String otherwise(Cause.Choice choice) {
    String other = ActionWords.brief(choice.otherwise());
    if (choice.taken().operation().action() instanceof Action.TookDefault) {
      return " before another case was ready; if it %s instead".formatted(other);
    }
    if (waits(choice.taken()) && waits(choice.otherwise())) {
      return ", and does not take the case that is ready first; if it does,";
    }
    return ", though %s was ready; if it %s instead"
        .formatted(waits(choice.taken()) ? "a case" : "another case", other);
  }

  /** Whether it waited for a case instead of taking one. */
  private static boolean waits(Cause.Side select) {
    return select.operation().action() instanceof Action.Blocked;
  }

  /**
   * A select with a default case is not blocked: its goroutine is late, and other things happen.
   */
  private static boolean isLate(Cause.Choice choice) {
    return waits(choice.taken())
        && choice.otherwise().operation().action() instanceof Action.TookDefault;
  }

  /** The select takes the same case in the end, and only time has passed. */
  private static boolean isDelayed(Cause.Choice choice) {
    return !waits(choice.taken())
        && choice.taken().operation().action().equals(choice.otherwise().operation().action());
  }

  private static String within(Cause.Side side) {
    return side.within().map(function -> " in " + Names.function(function)).orElse("");
  }

  private static String passes(Witness.Reproduction passed, boolean alone) {
    return String.format(Locale.ROOT, " the test passes (%,d of %,d)", passed.seen(), passed.runs())
        + (alone ? "" : ", under the same schedule");
  }

  private static String of(Cause.Order order) {
    return side(order.former(), order.latter()) + " before " + side(order.latter(), order.former());
  }

  /**
   * {@code batcher.go:29, called at batcher.go:39 (goroutine 1 locked mutex o3)}: the caller only
   * where the other operation is at the same place.
   */
  private static String side(Cause.Side side, Cause.Side other) {
    String caller =
        side.operation().site().equals(other.operation().site())
            ? caller(side, other).map(site -> ", called at " + Names.place(site)).orElse("")
            : "";
    return side(side, caller);
  }

  private static String side(Cause.Side side) {
    return side(side, "");
  }

  private static String side(Cause.Side side, String caller) {
    return "%s%s (%s %s%s)"
        .formatted(
            Names.place(side.operation().site()),
            caller,
            Names.goroutine(side.operation().goroutine()),
            ActionWords.brief(side),
            within(side));
  }

  /** The innermost frame at which the other one is elsewhere. */
  private static Optional<Site> caller(Cause.Side side, Cause.Side other) {
    List<Site> ours = side.stack().frames();
    List<Site> others = other.stack().frames();
    for (int i = 0; i < ours.size(); i++) {
      if (i >= others.size() || !ours.get(i).equals(others.get(i))) {
        return Optional.of(ours.get(i));
      }
    }
    return Optional.empty();
  }
}
