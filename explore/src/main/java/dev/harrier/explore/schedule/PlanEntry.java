package dev.harrier.explore.schedule;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.InjectedFault;
import dev.harrier.model.trace.SymbolOffset;
import java.util.Optional;

/**
 * One decision that is fixed before the run. The {@code at} of a decision counts the decision
 * points of its goroutine from 1.
 */
public sealed interface PlanEntry {
  /** At its {@code at}-th decision point, {@code chosen} runs next. */
  record Next(GoroutineName goroutine, long at, GoroutineName chosen) implements PlanEntry {}

  /** The select at that decision point takes this case. */
  record Case(GoroutineName goroutine, long at, int chosen) implements PlanEntry {}

  /** The next timer expires at that decision point, although others could still run. */
  record Expiry(GoroutineName goroutine, long at) implements PlanEntry {}

  /**
   * Before it reads the clock the {@code reading}-th time, the goroutine has computed for a while.
   *
   * @param reading of the goroutine, from 1, as the runtime counts them
   * @param micros from 1 to {@link #LONGEST_COMPUTING}
   */
  record Computing(GoroutineName goroutine, long reading, long micros) implements PlanEntry {
    public Computing {
      if (micros < 1 || micros > LONGEST_COMPUTING) {
        throw new IllegalArgumentException("%d microseconds are out of range".formatted(micros));
      }
    }
  }

  /**
   * At its {@code use}-th use of a connection in memory, or of a context that a test can cancel,
   * that fails for the goroutine.
   *
   * @param use of the goroutine, from 1, as the runtime counts them
   * @param bytes how many a short read gets; else how many had passed, which decides nothing
   */
  record Fault(GoroutineName goroutine, long use, InjectedFault fault, long bytes)
      implements PlanEntry {}

  /**
   * Before that operation, or before it starts if that is 0, the goroutine is delayed until no
   * goroutine else can run, or until another one has begun an operation.
   *
   * @param operation of the goroutine, from 1, as the runtime counts them
   * @param other whose operation ends it; NONE for no goroutine's
   * @param until that operation
   */
  record Delay(GoroutineName goroutine, long operation, GoroutineName other, long until)
      implements PlanEntry {
    /** Until no other goroutine can run. */
    public Delay(GoroutineName goroutine, long operation) {
      this(goroutine, operation, GoroutineName.NONE, 0);
    }

    /** Whether both delay the same goroutine before the same operation. */
    public boolean isAtPlaceOf(Delay other) {
      return goroutine.equals(other.goroutine) && operation == other.operation;
    }

    /** The same place, and no goroutine's operation ends it. */
    public Delay untilNoOtherCanRun() {
      return new Delay(goroutine, operation);
    }
  }

  /**
   * Before that operation the goroutine is late: others continue, and timers fire, until that much
   * time is over and no other goroutine can run.
   *
   * @param operation of the goroutine, from 1, as the runtime counts them
   * @param micros from 1 to {@link #LONGEST_COMPUTING}
   */
  record Lateness(GoroutineName goroutine, long operation, long micros) implements PlanEntry {
    public Lateness {
      if (micros < 1 || micros > LONGEST_COMPUTING) {
        throw new IllegalArgumentException("%d microseconds are out of range".formatted(micros));
      }
    }
  }

  /**
   * At that decision point {@code returning} is back from a call into the system or into C for
   * which others continued.
   *
   * @param call of the goroutine, from 1
   */
  record Return(GoroutineName goroutine, long at, GoroutineName returning, long call)
      implements PlanEntry {}

  /**
   * What the select at a place prefers the next time. Several entries for one place form a queue
   * that wraps around (GFuzz, section 4.1).
   *
   * @param select where the code of the select is
   */
  record Preference(SymbolOffset select, int cases, int preferred) implements PlanEntry {}

  /** How long a select waits for what it prefers before it takes whatever comes (GFuzz's T). */
  record Patience(long millis) implements PlanEntry {}

  /**
   * In a native run a goroutine sleeps before each of its first operations of package sync at a
   * place, with the locks that it holds.
   *
   * @param operation where the code of the operation is
   */
  record InjectedDelay(SymbolOffset operation, long millis) implements PlanEntry {}

  /**
   * Accesses to memory by that code are scheduling points. It is not a decision: it says where
   * decisions are taken, and so belongs to each schedule that was recorded with it.
   *
   * @param access the instruction behind the call that informs the race detector of the access
   */
  record AccessPoint(SymbolOffset access) implements PlanEntry {}

  /** Each decision records all that it could have been. This is not a decision itself. */
  record Alternatives() implements PlanEntry {}

  /**
   * The run is in the default order until so many decisions of the plan were taken and the
   * goroutine that runs because of the last one has begun an operation, and from then on as the
   * strategy says. This is not a decision itself.
   *
   * @param seed not negative; what the strategy draws from. The program draws from the schedule's
   */
  record StrategyFrom(int decisions, long seed) implements PlanEntry {}

  /** For so many microseconds a goroutine computes at most. */
  long LONGEST_COMPUTING = 3_600_000_000L;

  /** Whether it decides something; else it says where decisions are taken, or what they record. */
  default boolean isDecision() {
    return !(this instanceof AccessPoint
        || this instanceof Alternatives
        || this instanceof StrategyFrom);
  }

  /**
   * Whether time passes by it for no other reason than that the schedule has it pass: timers fire
   * before their time, code computes for long, a goroutine is late, or a select waits for a case
   * that it prefers. What shows only so assumes that goroutines which could run were slow.
   */
  default boolean assumesTime() {
    return switch (this) {
      case Expiry _, Computing _, Lateness _, Preference _ -> true;
      case Next _,
          Case _,
          Fault _,
          Delay _,
          Return _,
          Patience _,
          InjectedDelay _,
          AccessPoint _,
          Alternatives _,
          StrategyFrom _ ->
          false;
    };
  }

  /**
   * Whether it has something happen that need not: what shows without it is worth more. It assumes
   * something of time, or that something fails.
   */
  default boolean isAssumption() {
    return assumesTime() || this instanceof Fault;
  }

  /** What makes a recorded decision again; empty if no plan can. */
  static Optional<PlanEntry> of(Event.Choice choice) {
    return switch (choice.kind()) {
      case GOROUTINE ->
          Optional.of(new Next(choice.name(), choice.point(), new GoroutineName(choice.chosen())));
      case CASE ->
          Optional.of(new Case(choice.name(), choice.point(), Math.toIntExact(choice.chosen())));
      case TIMER -> Optional.of(new Expiry(choice.name(), choice.point()));
      case RETURNED ->
          Optional.of(
              new Return(
                  choice.name(),
                  choice.point(),
                  new GoroutineName(choice.chosen()),
                  choice.options()));
      case COMPUTING -> Optional.of(new Computing(choice.name(), choice.point(), choice.chosen()));
      case FAULT ->
          Optional.of(
              new Fault(
                  choice.name(),
                  choice.point(),
                  InjectedFault.of(choice.options()),
                  choice.chosen()));
      case WATCHDOG, MISSED, CANDIDATE, READY_CASE -> Optional.empty();
    };
  }
}
