package dev.harrier.explore.step;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a goroutine did between two moments at which another one could have continued. */
public final class ScheduleStep {
  private static final int[] NOTHING = {};

  private final int goroutine;
  private final long name;
  private final int number;
  private final Map<Shared, List<OperationRole>> uses = new HashMap<>(2);
  private final List<Integer> readied = new ArrayList<>(0);
  private final List<Shared> done = new ArrayList<>(0);
  private final List<Shared> waited = new ArrayList<>(0);
  private long operation;
  private boolean usesAll;
  private boolean drives;

  /** How many steps of each goroutine come before the end of this one in any case. */
  private int[] before = NOTHING;

  /** The same, since it came later than those that it depends on. */
  private int[] after = NOTHING;

  /**
   * @param goroutine a number of the goroutine in its execution, from 0
   * @param name of the goroutine, equal in all executions
   * @param number of the step among the goroutine's, from 1
   */
  public ScheduleStep(int goroutine, long name, int number) {
    this.goroutine = goroutine;
    this.name = name;
    this.number = number;
  }

  int goroutine() {
    return goroutine;
  }

  public long name() {
    return name;
  }

  /** Which of the goroutine's operations it has; 0 if none. */
  long operation() {
    return operation;
  }

  void begin(long number) {
    operation = number;
  }

  public void use(Shared shared, OperationRole role) {
    List<OperationRole> roles = uses.computeIfAbsent(shared, _ -> new ArrayList<>(1));
    if (!roles.contains(role)) {
      roles.add(role);
    }
  }

  /** It may depend on whatever others do. */
  void useAll() {
    usesAll = true;
  }

  /** It only drives tests: nothing depends on it but what uses the same. */
  void drive() {
    drives = true;
  }

  boolean usesAll() {
    return usesAll;
  }

  Map<Shared, List<OperationRole>> uses() {
    return uses;
  }

  /** Whether it uses anything. */
  boolean isUseful() {
    return usesAll || !uses.isEmpty();
  }

  /** It takes something from the counter of a group. */
  void done(Shared group) {
    done.add(group);
  }

  List<Shared> done() {
    return done;
  }

  /** A wait for a group is over with it. */
  void waited(Shared group) {
    waited.add(group);
  }

  List<Shared> waited() {
    return waited;
  }

  /** It makes a goroutine able to run, or creates it. */
  void ready(int other) {
    readied.add(other);
  }

  List<Integer> readied() {
    return readied;
  }

  /** Whether it makes a difference which of the two comes first. */
  public boolean dependsOn(ScheduleStep other) {
    if ((usesAll || other.usesAll) && !drives && !other.drives) {
      return true;
    }
    for (Map.Entry<Shared, List<OperationRole>> use : uses.entrySet()) {
      for (OperationRole role : other.uses.getOrDefault(use.getKey(), List.of())) {
        if (conflict(use.getValue(), role)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether it gives back a lock: a goroutine that waited for it might have had it before. */
  boolean releases() {
    for (List<OperationRole> roles : uses.values()) {
      for (OperationRole role : roles) {
        if (role.releases()) {
          return true;
        }
      }
    }
    return false;
  }

  static boolean conflict(List<OperationRole> ours, OperationRole other) {
    for (OperationRole role : ours) {
      if (!role.commutes(other)) {
        return true;
      }
    }
    return false;
  }

  /** What the goroutine knew before: how many steps of each goroutine come before in any case. */
  void begin(int[] known) {
    before = Arrays.copyOf(known, Math.max(known.length, goroutine + 1));
    before[goroutine] = number;
    after = before;
  }

  /** This step came later than one that it depends on. */
  void follow(ScheduleStep other) {
    after = later(after, other.after);
  }

  /** Whether this step would come later even if the two did not depend on each other. */
  boolean isAnywayAfter(ScheduleStep other) {
    return knows(before, other);
  }

  /** Whether this step comes later in all executions that are the same to the program. */
  boolean isAfter(ScheduleStep other) {
    return knows(after, other);
  }

  private static boolean knows(int[] clock, ScheduleStep other) {
    return other.goroutine < clock.length && clock[other.goroutine] >= other.number;
  }

  int[] known() {
    return after;
  }

  static int[] later(int[] clock, int[] other) {
    int[] joined = Arrays.copyOf(clock, Math.max(clock.length, other.length));
    for (int i = 0; i < other.length; i++) {
      joined[i] = Math.max(joined[i], other[i]);
    }
    return joined;
  }
}
