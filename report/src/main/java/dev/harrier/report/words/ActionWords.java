package dev.harrier.report.words;

import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.ObjectRef;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.DescriptorUse;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.TimerChange;
import dev.harrier.model.trace.Value;
import java.util.Locale;
import java.util.Optional;

/** What an operation did, as the predicate of a sentence about its goroutine. */
public final class ActionWords {
  private ActionWords() {}

  /** {@code sent on channel o3 at worker.go:12 (200,000 times)}. */
  public static String of(Operation operation) {
    return of(operation, Optional.empty());
  }

  /** {@code sent 42 on channel results (o3) at worker.go:12}. */
  public static String of(Interleaving.Turn turn) {
    return of(turn.operation(), turn.details());
  }

  private static String of(Operation operation, Optional<Interleaving.Details> details) {
    String where =
        operation.site().equals(Site.UNKNOWN) ? "" : " at " + Names.place(operation.site());
    String times =
        operation.times() == 1 ? "" : String.format(Locale.ROOT, " (%,d times)", operation.times());
    return of(operation.action(), details) + where + times;
  }

  /** {@code sent on channel o3}: without how often and where. */
  public static String brief(Operation operation) {
    return of(operation.action(), Optional.empty());
  }

  /** {@code sent on channel results (o3)}. */
  static String brief(Cause.Side side) {
    return of(side.operation().action(), side.operand().map(Interleaving.Details::named));
  }

  /** {@code sent 42 on channel results (o3)}. */
  public static String brief(Interleaving.Turn turn) {
    return of(turn.operation().action(), turn.details());
  }

  /** As {@link #of(Operation)}, with the goroutine. */
  public static String withGoroutine(Operation operation) {
    return Names.goroutine(operation.goroutine()) + " " + of(operation);
  }

  /** {@code waits to read from connection c3}. */
  static String waits(Action.Used use) {
    return used(use, Optional.empty());
  }

  private static String of(Action action, Optional<Interleaving.Details> details) {
    String name = details.map(Interleaving.Details::operand).orElse("");
    String value = details.flatMap(Interleaving.Details::value).map(Values::of).orElse("");
    return switch (action) {
      case Action.Created a -> "created " + Names.goroutine(a.child());
      case Action.Exited _ -> "exited";
      case Action.Blocked a ->
          "blocked in " + Names.wait(a.reason()) + (a.object().isNil() ? "" : on(a.object(), name));
      case Action.Readied a -> "woke " + Names.goroutine(a.target());
      case Action.Made a -> "made " + object(a.object(), name);
      case Action.Locked a -> locked(a.mode()) + object(a.lock(), name);
      case Action.Unlocked a ->
          (a.mode() == LockMode.READ ? "read-unlocked " : "unlocked ") + object(a.lock(), name);
      case Action.Refused a ->
          (a.mode() == LockMode.READ ? "failed to read-lock " : "failed to lock ")
              + object(a.lock(), name);
      case Action.Collected a -> "found unreachable, while held, " + object(a.lock(), name);
      case Action.Sent a -> "sent" + space(value) + on(a.channel(), name) + select(a.inSelect());
      case Action.Received a ->
          (a.value()
                  ? "received " + (value.isEmpty() ? "" : value + " ") + "from "
                  : "saw the close of ")
              + object(a.channel(), name)
              + select(a.inSelect());
      case Action.TookDefault _ -> "took the default case of a select";
      case Action.Closed a -> "closed " + object(a.channel(), name);
      case Action.Waited a -> "returned from Wait" + on(a.object(), name);
      case Action.Added a ->
          (a.delta() == -1 ? "called Done" : "called Add(" + a.delta() + ")") + on(a.group(), name);
      case Action.Signaled a -> "signaled " + object(a.cond(), name);
      case Action.Broadcast a -> "broadcast" + on(a.cond(), name);
      case Action.AskedForDone a -> "asked for Done of " + Names.object(a.context());
      case Action.Canceled a -> "canceled " + Names.object(a.context());
      case Action.TimerFired a ->
          a.channel().isNil() ? "fired a timer" : "fired a timer into " + object(a.channel(), name);
      case Action.Panicked a -> "panicked" + DefectWords.said(a.text());
      case Action.Recovered _ -> "recovered its panic";
      case Action.Raced a ->
          raced(a.access(), name)
              + memory(details, a.access().isWrite())
              + " in a race with "
              + Names.goroutine(a.with());
      case Action.Offered a ->
          "offered %s to %s".formatted(Values.of(a.message()), object(a.channel(), name));
      case Action.LostRecords a -> "lost %,d records here".formatted(a.missing());
      case Action.SetTimer a -> "set " + Names.object(a.timer());
      case Action.BeganTest a -> "began " + a.test();
      case Action.FailedTest a ->
          "failed " + a.test() + a.message().map(message -> ": " + message).orElse("");
      case Action.EndedTest a -> "ended " + a.test();
      case Action.Checkpointed _ -> "reached a checkpoint";
      case Action.SwitchedTo a ->
          "was preempted by the schedule in favor of " + Names.goroutine(a.next());
      case Action.ReadInput a -> "read " + InputWords.of(a.input());
      case Action.Accessed a ->
          switch (a.access()) {
                case NONE -> "reached an operation";
                case LOAD -> "loaded " + atomic(name);
                case STORE -> "stored " + atomic(name);
                case READ -> "read " + plain(name);
                case WRITE -> "wrote " + plain(name);
                case UPDATE -> "updated " + atomic(name);
                case DESCRIPTOR -> "used a descriptor";
              }
              + memory(details, a.access() != AccessKind.LOAD && a.access() != AccessKind.READ);
      case Action.Used a -> used(a, details.flatMap(Interleaving.Details::after));
      case Action.ChangedTimer a -> timer(a, details);
      case Action.Preferred a ->
          (a.gaveUp() ? "gave up preferring case " : "preferred case ") + a.preferredCase();
    };
  }

  /** {@code wrote "ping" to connection c3}, {@code waits to read from pipe c4}. */
  private static String used(Action.Used action, Optional<Value> passed) {
    DescriptorUse use = action.use();
    String what =
        switch (use.of()) {
          case KERNEL -> "a file";
          case KERNEL_SOCKET -> "a connection of the kernel's";
          case CONNECTION -> "connection c" + action.number();
          case LISTENER -> "listener c" + action.number();
          case PIPE -> "pipe c" + action.number();
          case SOCKET -> "a datagram socket";
        };
    if (action.waits()) {
      return switch (use.way()) {
        case WRITE -> "waits to write to " + what;
        case ACCEPT -> "waits to accept from " + what;
        case READ, OTHER, CLOSE, DIAL -> "waits to read from " + what;
      };
    }
    String bytes = passed.map(value -> Values.of(value) + " ").orElse("");
    String one = passed.map(value -> "connection c" + Values.of(value) + " ").orElse("");
    return switch (use.way()) {
      case READ ->
          passed.filter(ActionWords::isEmpty).isPresent()
              ? "read the end of " + what
              : "read %sfrom %s".formatted(bytes, what);
      case WRITE -> "wrote %sto %s".formatted(bytes, what);
      case CLOSE -> "closed " + what;
      case ACCEPT -> "accepted %sfrom %s".formatted(one, what);
      case DIAL -> one.isEmpty() ? "dialed " + what : "dialed %sto %s".formatted(one, what);
      case OTHER -> "used " + what;
    };
  }

  /** {@code reset the timer of saver.go:24 to 10 ms (it had already fired)}. */
  private static String timer(Action.ChangedTimer action, Optional<Interleaving.Details> details) {
    String kind = action.ticks() ? "ticker" : "timer";
    String which =
        action.made().equals(Site.UNKNOWN)
            ? "a " + kind
            : "the %s of %s".formatted(kind, Names.place(action.made()));
    String to =
        details.flatMap(Interleaving.Details::after).map(d -> " to " + Values.of(d)).orElse("");
    String found =
        details
            .flatMap(Interleaving.Details::value)
            .map(value -> found(value, action.ticks()))
            .orElse("");
    return (action.stops() ? "stopped " : "reset ") + which + to + found;
  }

  /** How it was found; of a ticker that runs, that it had not fired says nothing. */
  private static String found(Value value, boolean ticks) {
    if (!(value instanceof Value.Text text)) {
      return "";
    }
    return TimerChange.Found.of(text.start())
        .map(found ->
            switch (found) {
              case RUNNING -> ticks ? "" : " (it had not fired)";
              case FIRED -> " (it had already fired)";
              case STOPPED -> " (it was stopped before)";
            })
        .orElse("");
  }

  private static boolean isEmpty(Value value) {
    return value instanceof Value.Text text && text.length() == 0;
  }

  private static String plain(String name) {
    return name.isEmpty() ? "shared memory" : name;
  }

  private static String atomic(String name) {
    return name.isEmpty() ? "an atomic" : "atomic " + name;
  }

  /** {@code : 3} of what was read, {@code : 3 -> 4} of a write; "" where that is not known. */
  private static String memory(Optional<Interleaving.Details> details, boolean writes) {
    String before = details.flatMap(Interleaving.Details::value).map(Values::of).orElse("");
    String after = details.flatMap(Interleaving.Details::after).map(Values::of).orElse("");
    if (before.isEmpty() || (writes && after.isEmpty())) {
      return "";
    }
    return ": " + before + (writes ? " -> " + after : "");
  }

  private static String raced(RacingAccess access, String variable) {
    String memory = variable.isEmpty() ? "memory" : variable;
    return switch (access) {
      case READ, ATOMIC_READ -> "read " + memory;
      case WRITE, ATOMIC_WRITE -> "wrote " + memory;
      case SEND -> "sent on a channel";
      case CLOSE -> "closed a channel";
    };
  }

  private static String locked(LockMode mode) {
    return mode == LockMode.READ ? "read-locked " : "locked ";
  }

  private static String on(ObjectRef object, String name) {
    return " on " + object(object, name);
  }

  private static String space(String value) {
    return value.isEmpty() ? "" : " " + value;
  }

  /** {@code channel results (o3)}. */
  private static String object(ObjectRef object, String name) {
    return name.isEmpty() || object.isNil()
        ? Names.object(object)
        : "%s %s (%s)".formatted(object.kind().word(), name, object.id());
  }

  private static String select(boolean inSelect) {
    return inSelect ? " in a select" : "";
  }
}
