package dev.harrier.tracing.validate;

import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Goroutines are born, block, are unblocked and end, in that order. The runtime's own goroutines
 * are known by this that no goroutine spawns them.
 */
final class GoroutineCheck implements Check {
  /** Go numbers goroutines from 1, and the first is the main one, which no goroutine spawns. */
  private static final GoroutineId MAIN = new GoroutineId(1);

  private final Violations violations;
  private final Map<GoroutineId, Life> lives = new HashMap<>();
  private final Set<GoroutineId> exited = new HashSet<>();

  GoroutineCheck(Violations violations) {
    this.violations = violations;
  }

  /** Since when it is blocked on what, as far as no goroutine has unblocked it. */
  private static final class Life {
    /** Whether it belongs to the runtime: no goroutine was seen to spawn it. */
    private final boolean ofRuntime;

    private boolean blocked;

    /** What it was last blocked on; stays until another operation of its ends. */
    private ObjectId awaited = ObjectId.NONE;

    private boolean inSelect;

    Life(boolean ofRuntime) {
      this.ofRuntime = ofRuntime;
    }
  }

  @Override
  public void event(Event event) {
    GoroutineId who = event.goroutine();
    if (who.equals(GoroutineId.NONE)) {
      check(event, new Life(true));
      return;
    }
    if (exited.contains(who)) {
      afterExit(event);
      return;
    }
    Life life = lives.computeIfAbsent(who, id -> new Life(!id.equals(MAIN)));
    check(event, life);
  }

  /** The last goroutine of a bubble of {@code testing/synctest} wakes the one that runs it. */
  private void afterExit(Event event) {
    switch (event) {
      case Event.Unblock e -> unblock(e, false);
      default -> violations.add(Invariant.NOTHING_AFTER_EXIT, event, "does " + name(event));
    }
  }

  private void check(Event event, Life life) {
    switch (event) {
      case Event.Spawn e -> spawn(e);
      case Event.Exit e -> {
        lives.remove(e.goroutine());
        exited.add(e.goroutine());
      }
      case Event.Block e -> {
        life.blocked = true;
        life.awaited = e.object();
        life.inSelect = !e.cases().isEmpty();
      }
      case Event.Unblock e -> unblock(e, life.ofRuntime);
      case Event.Send e -> completion(e, e.completion(), life, e.channel());
      case Event.Receive e -> completion(e, e.completion(), life, e.channel());
      case Event.Acquire e -> completion(e, e.completion(), life, e.lock());
      case Event.Wait e -> completion(e, e.completion(), life, e.object());
      case Event.Select e -> {
        if (e.completion() == Completion.BLOCKED && !life.inSelect) {
          violations.add(
              Invariant.BLOCKED_COMPLETION, e, "ends a select in which it was not blocked");
        }
        life.inSelect = false;
      }
      default -> {}
    }
  }

  private void spawn(Event.Spawn event) {
    exited.remove(event.child());
    if (lives.put(event.child(), new Life(false)) != null) {
      violations.add(
          Invariant.SPAWNED_FIRST, event, "spawns " + event.child() + ", which lives already");
    }
  }

  /** The collector resumes goroutines that it stopped, which is no wait of theirs. */
  private void unblock(Event.Unblock event, boolean byRuntime) {
    Life target = lives.get(event.target());
    if (target != null && target.blocked) {
      target.blocked = false;
    } else if (!byRuntime) {
      violations.add(
          Invariant.UNBLOCKED_WAS_BLOCKED, event, "unblocks " + event.target() + ", which runs");
    }
  }

  private void completion(Event event, Completion completion, Life life, ObjectId object) {
    if (completion == Completion.BLOCKED && !life.awaited.equals(object)) {
      violations.add(
          Invariant.BLOCKED_COMPLETION,
          event,
          "was blocked on %s and completes %s".formatted(life.awaited, object));
    }
    life.awaited = ObjectId.NONE;
  }

  private static String name(Event event) {
    return event.getClass().getSimpleName();
  }
}
