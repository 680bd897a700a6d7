package dev.harrier.explore.schedule;

import dev.harrier.model.trace.Event;
import java.util.Optional;

/**
 * One decision that is fixed before the run. Goroutines are creation numbers: 1 is main, then the
 * user's goroutines in the order of their creation. The {@code at} of a decision counts the
 * decision points of its goroutine from 1.
 */
public sealed interface PlanEntry {
  /** At its {@code at}-th decision point, {@code goroutine} gives way to {@code chosen}. */
  record Next(int goroutine, long at, int chosen) implements PlanEntry {
    @Override
    public String line() {
      return "1," + goroutine + "," + at + "," + chosen;
    }
  }

  /** The select at that decision point takes this case. */
  record Case(int goroutine, long at, int chosen) implements PlanEntry {
    @Override
    public String line() {
      return "2," + goroutine + "," + at + "," + chosen;
    }
  }

  /** The next timer expires at that decision point, although others could still run. */
  record Expiry(int goroutine, long at) implements PlanEntry {
    @Override
    public String line() {
      return "3," + goroutine + "," + at + ",1";
    }
  }

  /**
   * Before that operation, or before it starts if that is 0, the goroutine stands still until
   * nobody else can run, or until another one has begun an operation.
   *
   * @param operation of the goroutine, from 1: each that gives way counts, whether it blocks or not
   * @param other whose operation ends it; 0 for nobody's
   * @param until that operation
   */
  record Delay(int goroutine, long operation, int other, long until) implements PlanEntry {
    /** Until nobody else can run. */
    public Delay(int goroutine, long operation) {
      this(goroutine, operation, 0, 0);
    }

    /** Whether both let the same goroutine stand still before the same operation. */
    public boolean isAtPlaceOf(Delay other) {
      return goroutine == other.goroutine && operation == other.operation;
    }

    /** The same place, and nobody's operation ends it. */
    public Delay untilNobodyElseCanRun() {
      return new Delay(goroutine, operation);
    }

    @Override
    public String line() {
      return "8," + goroutine + "," + operation + "," + other + "," + until;
    }
  }

  /**
   * What the select at a place prefers the next time. Several entries for one place form a queue
   * that wraps around (GFuzz, section 4.1).
   *
   * @param textOffset of the select, from the start of the program's text
   */
  record Preference(long textOffset, int cases, int preferred) implements PlanEntry {
    @Override
    public String line() {
      return "4," + textOffset + "," + cases + "," + preferred;
    }
  }

  /** How long a select waits for what it prefers before it takes whatever comes (GFuzz's T). */
  record Patience(long millis) implements PlanEntry {
    @Override
    public String line() {
      return "5," + millis;
    }
  }

  /** As the runtime reads it. */
  String line();

  /** What makes a recorded decision again; empty if no plan can. */
  static Optional<PlanEntry> of(Event.Choice choice) {
    return switch (choice.kind()) {
      case GOROUTINE -> Optional.of(new Next(choice.number(), choice.point(), choice.chosen()));
      case CASE -> Optional.of(new Case(choice.number(), choice.point(), choice.chosen()));
      case TIMER -> Optional.of(new Expiry(choice.number(), choice.point()));
      case WATCHDOG, MISSED -> Optional.empty();
    };
  }
}
