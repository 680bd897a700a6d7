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

  /**
   * The vector clock with which it begins, by the numbers of goroutines: how many steps of each
   * happen before it because of what its goroutine did, or was woken by, until then.
   */
  private int[] clockAtBegin = NOTHING;

  /** The clock with which it ends: also what it depends on itself, and came before, is in it. */
  private int[] clockAtEnd = NOTHING;

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

  void setOperation(long number) {
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

  /** Begins with the clock of its goroutine, and counts itself. */
  void beginWith(int[] clock) {
    clockAtBegin = Arrays.copyOf(clock, Math.max(clock.length, goroutine + 1));
    clockAtBegin[goroutine] = number;
    clockAtEnd = clockAtBegin;
  }

  /** Another step came before and orders this one: all that happens before its end does here. */
  void follow(ScheduleStep other) {
    clockAtEnd = join(clockAtEnd, other.clockAtEnd);
  }

  /**
   * Whether the other step happens before this one even if the two did not depend on each other.
   */
  boolean isAlreadyAfter(ScheduleStep other) {
    return contains(clockAtBegin, other);
  }

  /** Whether the other step happens before this one. */
  boolean isAfter(ScheduleStep other) {
    return contains(clockAtEnd, other);
  }

  private static boolean contains(int[] clock, ScheduleStep other) {
    return other.goroutine < clock.length && clock[other.goroutine] >= other.number;
  }

  int[] clockAtEnd() {
    return clockAtEnd;
  }

  /** The clock in which all is that is in either. */
  static int[] join(int[] clock, int[] other) {
    int[] joined = Arrays.copyOf(clock, Math.max(clock.length, other.length));
    for (int i = 0; i < other.length; i++) {
      joined[i] = Math.max(joined[i], other[i]);
    }
    return joined;
  }
}
