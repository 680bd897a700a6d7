package dev.harrier.explore.step;

import dev.harrier.model.trace.ObjectId;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Computes by vector clocks which steps of an execution happen before which, and which race: two
 * that depend on each other and that nothing else orders (reversible races; Abdulla and others,
 * POPL 2014). Plain loops: each step of each execution comes here.
 */
public final class Ordering {
  private static final int[] NOTHING = {};

  /** The latest step of a goroutine that used something in one role. */
  private record User(int goroutine, OperationRole role, int step) {}

  /** Two steps that race. */
  private record Pair(int former, int latter) {}

  private final List<ScheduleStep> steps;
  private final List<Pair> pairs = new ArrayList<>();
  private final Map<Shared, List<User>> users = new HashMap<>();
  private final Int2IntOpenHashMap latest = new Int2IntOpenHashMap();
  private final Int2IntOpenHashMap latestOfAll = new Int2IntOpenHashMap();
  private final Map<Integer, int[]> clocks = new HashMap<>();

  /** Whether steps that depend on each other are ordered as they came. */
  private final boolean keepsDependent;

  private final Messages messages;

  private Ordering(
      List<ScheduleStep> steps, boolean keepsDependent, ToLongFunction<ObjectId> capacity) {
    this.steps = steps;
    this.keepsDependent = keepsDependent;
    this.messages = new Messages(capacity);
  }

  /**
   * Gives the steps their clocks: of two that depend on each other, the one that came first happens
   * before the other.
   *
   * @param capacity of a channel
   * @return the races
   */
  public static List<Trail.Race> of(List<ScheduleStep> steps, ToLongFunction<ObjectId> capacity) {
    return new Ordering(steps, true, capacity).all();
  }

  /**
   * Gives the steps the clocks of what orders them in every schedule: go statements, messages, and
   * what wakes a goroutine, whichever one takes a lock first.
   *
   * @param capacity of a channel
   */
  static void necessary(List<ScheduleStep> steps, ToLongFunction<ObjectId> capacity) {
    new Ordering(steps, false, capacity).all();
  }

  private List<Trail.Race> all() {
    for (int i = 0; i < steps.size(); i++) {
      add(i);
    }
    return pairs.stream()
        .map(pair -> new Trail.Race(pair.former, pair.latter, initials(pair)))
        .toList();
  }

  /**
   * The goroutines that can begin what followed the former step and does not happen after it, and
   * then the latter one: the initials of that sequence, of which source sets need one. Of each
   * goroutine only its first step there can come after none of the others.
   */
  private Set<Long> initials(Pair pair) {
    ScheduleStep former = steps.get(pair.former);
    Map<Integer, ScheduleStep> first = new LinkedHashMap<>();
    for (int i = pair.former + 1; i <= pair.latter; i++) {
      ScheduleStep step = steps.get(i);
      if (i == pair.latter || !step.isAfter(former)) {
        first.putIfAbsent(step.goroutine(), step);
      }
    }
    Set<Long> initials = new LinkedHashSet<>();
    for (ScheduleStep step : first.values()) {
      if (first.values().stream().noneMatch(other -> other != step && step.isAfter(other))) {
        initials.add(step.name());
      }
    }
    return initials;
  }

  private void add(int index) {
    ScheduleStep step = steps.get(index);
    step.beginWith(clocks.getOrDefault(step.goroutine(), NOTHING));
    if (keepsDependent) {
      orderDependent(index, step);
    }
    for (ScheduleStep enabler : messages.enablers(step)) {
      step.follow(enabler);
    }
    clocks.put(step.goroutine(), step.clockAtEnd());
    // A goroutine that was woken by an unlock might have had the lock before.
    if (!step.readied().isEmpty() && (keepsDependent || !step.releases())) {
      for (int readied : step.readied()) {
        clocks.merge(readied, step.clockAtEnd(), ScheduleStep::join);
      }
    }
  }

  private void orderDependent(int index, ScheduleStep step) {
    Set<Integer> formers = formers(step);
    for (int former : formers) {
      if (!step.isAlreadyAfter(steps.get(former)) && isImmediate(former, formers)) {
        pairs.add(new Pair(former, index));
      }
    }
    for (int former : formers) {
      step.follow(steps.get(former));
    }
    note(index, step);
  }

  /** The latest steps of others that it depends on. */
  private Set<Integer> formers(ScheduleStep step) {
    Set<Integer> formers = new HashSet<>();
    for (Map.Entry<Shared, List<OperationRole>> use : step.uses().entrySet()) {
      for (User user : users.getOrDefault(use.getKey(), List.of())) {
        if (user.goroutine != step.goroutine()
            && ScheduleStep.conflict(use.getValue(), user.role)) {
          formers.add(user.step);
        }
      }
    }
    for (Int2IntMap.Entry last : (step.usesAll() ? latest : latestOfAll).int2IntEntrySet()) {
      if (last.getIntKey() != step.goroutine() && step.dependsOn(steps.get(last.getIntValue()))) {
        formers.add(last.getIntValue());
      }
    }
    return formers;
  }

  /** Whether no other step that the latter depends on happens after the former. */
  private boolean isImmediate(int former, Set<Integer> formers) {
    ScheduleStep step = steps.get(former);
    for (int other : formers) {
      if (other != former && steps.get(other).isAfter(step)) {
        return false;
      }
    }
    return true;
  }

  private void note(int index, ScheduleStep step) {
    for (Map.Entry<Shared, List<OperationRole>> use : step.uses().entrySet()) {
      List<User> all = users.computeIfAbsent(use.getKey(), _ -> new ArrayList<>(2));
      for (OperationRole role : use.getValue()) {
        remove(all, step.goroutine(), role);
        all.add(new User(step.goroutine(), role, index));
      }
    }
    latest.put(step.goroutine(), index);
    if (step.usesAll()) {
      latestOfAll.put(step.goroutine(), index);
    }
  }

  private static void remove(List<User> users, int goroutine, OperationRole role) {
    for (int i = users.size() - 1; i >= 0; i--) {
      if (users.get(i).goroutine == goroutine && users.get(i).role == role) {
        users.remove(i);
      }
    }
  }
}
