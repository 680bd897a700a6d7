package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Participant.Condition;
import dev.harrier.model.trace.GoroutineId;
import java.util.List;
import java.util.stream.Collectors;

/** What goroutines and objects have to do with a finding. */
public final class Parts {
  private Parts() {}

  /** {@code stuck, blocked in chan send}. */
  public static String of(Participant participant) {
    String part = part(participant.part());
    String condition =
        participant.part() == Participant.Part.HELD_LOCK_AT_EXIT ? "" : condition(participant);
    return condition.isEmpty() ? part : part + ", " + condition;
  }

  /** Only the part. */
  public static String part(Participant.Part part) {
    return switch (part) {
      case STUCK -> "stuck";
      case IN_THE_CYCLE -> "stuck in the same cycle";
      case STUCK_BEHIND -> "stuck behind it";
      case STUCK_WITH -> "stuck with it";
      case STILL_THERE -> "had not ended either";
      case PROFILED -> "seen";
      case HELD_LOCK_AT_EXIT -> "held the lock when it exited";
      case TOOK_LOCK -> "took the lock";
      case MADE_CONTEXT -> "made the context";
      case CLOSED_CHANNEL -> "closed the channel";
      case PANICKED -> "panicked";
      case FAILED_TEST -> "reported the failure";
      case ADDS -> "calls Add";
      case WAITS -> "calls Wait";
      case WOULD_BE_STUCK -> "would be stuck";
      case READS -> "reads";
      case WRITES -> "writes";
      case SENDS -> "sends";
      case CLOSES -> "closes";
    };
  }

  /** What it is doing; the place only if that is not where the participant's stack is. */
  private static String condition(Participant participant) {
    return switch (participant.condition()) {
      case Condition.Unknown _ -> "";
      case Condition.Running _ -> "running";
      case Condition.Exited _ -> "has exited";
      case Condition.AtEndOfTest _ -> "at the end of its test";
      case Condition.Blocked blocked -> {
        String words =
            blocked
                .on()
                .map(ActionWords::waits)
                .orElse("blocked in " + Names.wait(blocked.reason()));
        yield participant.stack().frames().contains(blocked.site())
            ? words
            : "now " + words + " at " + Names.place(blocked.site());
      }
      case Condition.WentOn _ -> "continued in this run";
      case Condition.Holding holding ->
          holding.locks().isEmpty() ? "holds no lock" : "holds " + Steps.locks(holding.locks());
    };
  }

  /** {@code is blocked in chan send at a.go:3}, {@code has exited}. */
  static String conditionAsPredicate(Condition condition) {
    return switch (condition) {
      case Condition.Unknown _ -> "is in an unknown state";
      case Condition.Running _ -> "is running";
      case Condition.Exited _ -> "has exited";
      case Condition.AtEndOfTest _ -> "is at the end of its test";
      case Condition.Blocked blocked ->
          "is blocked in %s at %s"
              .formatted(Names.wait(blocked.reason()), Names.place(blocked.site()));
      case Condition.WentOn _ -> "continued";
      case Condition.Holding holding -> "holds " + Steps.locks(holding.locks());
    };
  }

  /** The state of an object in words; "" if there is nothing to say. */
  public static String state(InvolvedObject object) {
    return switch (object.state()) {
      case InvolvedObject.State.Channel channel ->
          "%s, %s, %,d sent, %,d received"
              .formatted(
                  channel.capacity() == 0 ? "unbuffered" : "capacity " + channel.capacity(),
                  channel.closed() ? "closed" : "never closed",
                  channel.sent(),
                  channel.received());
      case InvolvedObject.State.Lock lock -> held(lock.holders());
      case InvolvedObject.State.WaitGroup group ->
          "counter %,d: %,d added, %,d done"
              .formatted(group.counter(), group.added(), group.done());
      case InvolvedObject.State.Context context ->
          context.canceled() ? "canceled" : "never canceled";
      case InvolvedObject.State.Cond cond ->
          cond.lostSignals() == 0
              ? ""
              : Plurals.count(cond.lostSignals(), "signal") + " found no goroutine waiting";
      case InvolvedObject.State.Other _ -> "";
    };
  }

  private static String held(List<GoroutineId> holders) {
    return holders.isEmpty()
        ? "free"
        : holders.stream()
            .map(GoroutineId::toString)
            .collect(Collectors.joining(", ", "held by ", ""));
  }
}
