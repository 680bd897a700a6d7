package dev.harrier.explore.step;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the wait groups of an execution are used. What is done with a group has the same result in
 * any order if the execution proves by its other operations that the counter can't become negative,
 * since each {@code Done} comes after an {@code Add} of its own, and that no {@code Add} comes
 * between the beginning and the end of a {@code Wait}. Of any other group every order counts.
 */
final class WaitGroups {
  /** An {@code Add}, or a {@code Done}, of which delta is negative. */
  private record Change(ScheduleStep step, long delta) {}

  private static final class Wait {
    final ScheduleStep begin;
    ScheduleStep end;

    Wait(ScheduleStep begin) {
      this.begin = begin;
      this.end = begin;
    }
  }

  private static final class Group {
    final List<Change> changes = new ArrayList<>();
    final List<Wait> waits = new ArrayList<>();
    boolean isOrderly = true;
  }

  /** What is left of an {@code Add}. */
  private static final class Credit {
    final ScheduleStep step;
    long left;

    Credit(Change add) {
      this.step = add.step;
      this.left = add.delta;
    }
  }

  private final Map<ObjectId, Group> groups = new HashMap<>();

  private Group group(ObjectId object) {
    return groups.computeIfAbsent(object, _ -> new Group());
  }

  void change(Event.Add add, ScheduleStep step) {
    group(add.group()).changes.add(new Change(step, add.delta()));
  }

  void wait(ObjectId object, ScheduleStep begin) {
    group(object).waits.add(new Wait(begin));
  }

  /** What was begun last by this goroutine is over, and was not so at once. */
  void woken(ObjectId object, ScheduleStep end) {
    group(object).waits.reversed().stream()
        .filter(wait -> wait.begin.goroutine() == end.goroutine())
        .findFirst()
        .ifPresent(wait -> wait.end = end);
  }

  /**
   * Whether the order of what is done with an object makes no difference: it is a group, and
   * nothing has shown otherwise yet.
   */
  boolean isOrderly(Shared shared) {
    return shared instanceof Shared.Synchronization(ObjectId object)
        && groups.containsKey(object)
        && group(object).isOrderly;
  }

  /**
   * Looks at the groups again now that the steps know what they come after.
   *
   * @return whether one turned out not to be orderly
   */
  boolean review() {
    boolean news = false;
    for (Group group : groups.values()) {
      if (group.isOrderly && !(isCovered(group) && isSeparate(group))) {
        group.isOrderly = false;
        news = true;
      }
    }
    return news;
  }

  /** Whether each Done has an Add before it that no other one has; the latest are taken first. */
  private static boolean isCovered(Group group) {
    Deque<Credit> credits = new ArrayDeque<>();
    for (Change change : group.changes) {
      if (change.delta > 0) {
        credits.push(new Credit(change));
        continue;
      }
      long needed = -change.delta;
      for (Credit credit : credits) {
        if (needed > 0 && credit.left > 0 && change.step.isAfter(credit.step)) {
          long taken = Math.min(needed, credit.left);
          credit.left -= taken;
          needed -= taken;
        }
      }
      if (needed > 0) {
        return false;
      }
      credits.removeIf(credit -> credit.left == 0);
    }
    return true;
  }

  private static boolean isSeparate(Group group) {
    return group.changes.stream()
        .filter(change -> change.delta > 0)
        .allMatch(add ->
            group.waits.stream()
                .allMatch(wait -> wait.begin.isAfter(add.step) || add.step.isAfter(wait.end)));
  }
}
