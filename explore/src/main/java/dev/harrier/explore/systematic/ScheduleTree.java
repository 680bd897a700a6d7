package dev.harrier.explore.systematic;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.step.Decision;
import dev.harrier.explore.step.ScheduleStep;
import dev.harrier.explore.step.Trail;
import dev.harrier.model.trace.InputKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The schedules of one test, depth first. A node is a decision of the latest execution; what is to
 * be tried there besides comes from races that executions below it showed (source sets), and which
 * were tried there already sleep below their siblings until something that depends on them happens
 * (sleep sets).
 */
public final class ScheduleTree {
  /** How far it is. */
  public enum State {
    OPEN,
    /** All schedules are known: of tests that time or the environment decide there may be more. */
    COMPLETE,
    /** All that were found were tried, but executions end before all goroutines have. */
    CUT_SHORT,
    /** It can't be explored so, or not in so many executions. */
    GIVEN_UP
  }

  private static final class Node {
    final Decision decision;

    /** The goroutines that need not run next here, because that is explored already. */
    final Set<Long> sleepSet;

    /** What is to be tried here, in this order (Flanagan and Godefroid; Abdulla and others). */
    final Set<Long> backtrackSet = new LinkedHashSet<>();

    final Set<Long> tried = new HashSet<>();
    long chosen;

    Node(Decision decision, Set<Long> sleepSet) {
      this.decision = decision;
      this.sleepSet = Set.copyOf(sleepSet);
      this.chosen = decision.chosen();
    }

    Optional<Long> next() {
      return backtrackSet.stream()
          .filter(option -> !tried.contains(option))
          .filter(option -> decision.isSelect() || !sleepSet.contains(option))
          .findFirst();
    }
  }

  private final int most;
  private final List<Node> path = new ArrayList<>();
  private final Set<InputKind> inputs = EnumSet.noneOf(InputKind.class);
  private State state = State.OPEN;
  private boolean cutShort;
  private boolean underway;
  private int executions;

  /**
   * @param most after so many executions it is given up
   */
  public ScheduleTree(int most) {
    this.most = most;
  }

  public State state() {
    return state;
  }

  /** What executions read and no decision is about: why it can't be complete. */
  public Set<InputKind> inputs() {
    return Set.copyOf(inputs);
  }

  /** How many executions there were. */
  public int executions() {
    return executions;
  }

  /** What the next execution is to decide; empty while one is under way, and at the end. */
  public Optional<Plan> next() {
    if (state != State.OPEN || underway) {
      return Optional.empty();
    }
    underway = true;
    List<PlanEntry> entries = new ArrayList<>();
    entries.add(new PlanEntry.Alternatives());
    path.forEach(node -> entries.add(node.decision.choosing(node.chosen)));
    return Optional.of(new Plan(entries));
  }

  /** What came of it. */
  public void learn(Trail trail) {
    underway = false;
    executions++;
    inputs.addAll(trail.inputs());
    switch (trail.scope()) {
      case WHOLE -> extend(trail);
      case CUT_SHORT -> {
        cutShort = true;
        extend(trail);
      }
      case OPEN, TOO_LONG -> giveUp();
    }
    if (state == State.OPEN) {
      turn();
    }
  }

  /** The execution that was under way left nothing. */
  public void giveUp() {
    state = State.GIVEN_UP;
    path.clear();
  }

  /** To the next thing that is to be tried, from the end. */
  private void turn() {
    while (!path.isEmpty()) {
      Node node = path.getLast();
      node.tried.add(node.chosen);
      Optional<Long> next = node.next();
      if (next.isPresent()) {
        node.chosen = next.get();
        if (executions == most) {
          giveUp();
        }
        return;
      }
      path.removeLast();
    }
    state = cutShort ? State.CUT_SHORT : State.COMPLETE;
  }

  private void extend(Trail trail) {
    List<Decision> decisions = trail.decisions();
    if (!isPath(decisions)) {
      giveUp(); // not only up to the schedule
      return;
    }
    int known = path.size();
    int first = known == 0 ? 0 : decisions.get(known - 1).step();
    Set<Long> sleepSet = known == 0 ? new HashSet<>() : sleepSetAt(path.getLast());
    int next = known;
    int step = first;
    boolean asleep = false;
    Map<Long, Deque<ScheduleStep>> ahead = ahead(trail.steps(), first);
    for (; step < trail.steps().size() && !asleep; step++) {
      long name = trail.steps().get(step).name();
      if (next < decisions.size() && begins(decisions.get(next), step)) {
        add(decisions.get(next), sleepSet);
        next++;
      }
      asleep = sleepSet.contains(name);
      if (!asleep) {
        for (; next < decisions.size() && decisions.get(next).step() == step; next++) {
          add(decisions.get(next), sleepSet);
        }
        ScheduleStep now = trail.steps().get(step);
        ahead(ahead, name).remove();
        sleepSet.removeIf(other -> dependsOn(ahead(ahead, other).peek(), now));
      }
    }
    // What follows a goroutine of the sleep set is explored elsewhere.
    int end = asleep ? step - 1 : step;
    Map<Integer, Node> nodes = new HashMap<>();
    path.stream()
        .filter(node -> !node.decision.isSelect())
        .forEach(node -> nodes.put(node.decision.step(), node));
    for (Trail.Race race : trail.races()) {
      Node node = nodes.get(race.former());
      // Without one no other goroutine could run.
      if (node != null && race.latter() >= first && race.latter() < end) {
        reverse(race, node);
      }
    }
  }

  /** What each goroutine does from a step on. */
  private static Map<Long, Deque<ScheduleStep>> ahead(List<ScheduleStep> steps, int first) {
    Map<Long, Deque<ScheduleStep>> ahead = new HashMap<>();
    for (ScheduleStep step : steps.subList(first, steps.size())) {
      ahead(ahead, step.name()).add(step);
    }
    return ahead;
  }

  private static Deque<ScheduleStep> ahead(Map<Long, Deque<ScheduleStep>> ahead, long name) {
    return ahead.computeIfAbsent(name, _ -> new ArrayDeque<>());
  }

  /** Whether a goroutine leaves the sleep set: its next step depends on this one. */
  private static boolean dependsOn(@Nullable ScheduleStep next, ScheduleStep step) {
    return next == null || next.dependsOn(step);
  }

  private static boolean begins(Decision decision, int step) {
    return !decision.isSelect() && decision.step() == step;
  }

  private boolean isPath(List<Decision> decisions) {
    for (int i = 0; i < path.size(); i++) {
      Node node = path.get(i);
      if (i == decisions.size()
          || !node.decision.isLike(decisions.get(i))
          || node.chosen != decisions.get(i).chosen()) {
        return false;
      }
    }
    return true;
  }

  /** The sleep set of what was chosen at the node. */
  private static Set<Long> sleepSetAt(Node node) {
    Set<Long> sleepSet = new HashSet<>(node.sleepSet);
    if (!node.decision.isSelect()) {
      sleepSet.addAll(node.tried);
    }
    return sleepSet;
  }

  private void add(Decision decision, Set<Long> sleepSet) {
    Node node = new Node(decision, sleepSet);
    if (decision.isSelect()) {
      node.backtrackSet.addAll(decision.options());
    } else {
      decision.options().stream()
          .filter(option -> !sleepSet.contains(option))
          .findFirst()
          .ifPresent(node.backtrackSet::add);
    }
    path.add(node);
  }

  /** Has another goroutine run where the former of two racing steps began. */
  private static void reverse(Trail.Race race, Node node) {
    if (race.initials().stream().anyMatch(node.backtrackSet::contains)) {
      return;
    }
    Optional<Long> one =
        race.initials().stream().filter(node.decision.options()::contains).findFirst();
    one.ifPresentOrElse(
        node.backtrackSet::add, () -> node.backtrackSet.addAll(node.decision.options()));
  }
}
