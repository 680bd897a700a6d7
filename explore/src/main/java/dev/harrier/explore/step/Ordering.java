package dev.harrier.explore.step;

import dev.harrier.model.trace.ObjectId;
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

/** Finds which steps of an execution come after which in any case, and which race. */
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

  private final boolean decided;
  private final Messages messages;

  private Ordering(List<ScheduleStep> steps, boolean decided, ToLongFunction<ObjectId> capacity) {
    this.steps = steps;
    this.decided = decided;
    this.messages = new Messages(capacity);
  }

  /**
   * The races; the steps know then what they come after, since what they depend on came first.
   *
   * @param capacity of a channel
   */
  public static List<Trail.Race> of(List<ScheduleStep> steps, ToLongFunction<ObjectId> capacity) {
    return new Ordering(steps, true, capacity).all();
  }

  /**
   * The steps know then what they come after, whichever goroutine takes a lock first: go
   * statements, messages, and what wakes a goroutine order them.
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

  /** Of a goroutine's steps only the first can come after none of the others. */
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
    step.begin(clocks.getOrDefault(step.goroutine(), NOTHING));
    if (decided) {
      decide(index, step);
    }
    messages.enablers(step).forEach(step::follow);
    clocks.put(step.goroutine(), step.known());
    if (decided || !step.releases()) {
      step.readied().forEach(g -> clocks.merge(g, step.known(), ScheduleStep::later));
    }
  }

  private void decide(int index, ScheduleStep step) {
    Set<Integer> formers = formers(step);
    for (int former : formers) {
      if (!step.isAnywayAfter(steps.get(former)) && isImmediate(former, formers)) {
        pairs.add(new Pair(former, index));
      }
    }
    formers.forEach(former -> step.follow(steps.get(former)));
    note(index, step);
  }

  /** The latest steps of others that it depends on. */
  private Set<Integer> formers(ScheduleStep step) {
    Set<Integer> formers = new HashSet<>();
    step.uses()
        .forEach((shared, roles) ->
            users.getOrDefault(shared, List.of()).stream()
                .filter(user -> user.goroutine != step.goroutine())
                .filter(user -> roles.stream().anyMatch(role -> !role.commutes(user.role)))
                .forEach(user -> formers.add(user.step)));
    (step.usesAll() ? latest : latestOfAll)
        .int2IntEntrySet().stream()
            .filter(e -> e.getIntKey() != step.goroutine())
            .filter(e -> step.dependsOn(steps.get(e.getIntValue())))
            .forEach(e -> formers.add(e.getIntValue()));
    return formers;
  }

  /** Whether nothing of what the latter depends on comes between the two. */
  private boolean isImmediate(int former, Set<Integer> formers) {
    ScheduleStep step = steps.get(former);
    return formers.stream().noneMatch(f -> f != former && steps.get(f).isAfter(step));
  }

  private void note(int index, ScheduleStep step) {
    step.uses()
        .forEach((shared, roles) -> {
          List<User> all = users.computeIfAbsent(shared, _ -> new ArrayList<>(2));
          for (OperationRole role : roles) {
            all.removeIf(user -> user.goroutine == step.goroutine() && user.role == role);
            all.add(new User(step.goroutine(), role, index));
          }
        });
    latest.put(step.goroutine(), index);
    if (step.usesAll()) {
      latestOfAll.put(step.goroutine(), index);
    }
  }
}
