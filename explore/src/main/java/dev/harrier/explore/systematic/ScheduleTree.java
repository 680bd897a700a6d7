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
 * The schedules of one test, depth first: Source-DPOR (Abdulla and others, POPL 2014, algorithm 1)
 * with one execution for each path. A node is a decision of the latest execution. What else is to
 * be tried there comes from races that executions below it showed (its backtrack set). What was
 * tried there sleeps below its siblings until something that depends on it happens (its sleep set).
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

    /** Names of goroutines that need not run next here, because that is explored already. */
    final Set<Long> sleepSet;

    /** What is to be tried here, in this order: names of goroutines, or cases of a select. */
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

  /**
   * What the next execution is to decide; empty while one is under way, and at the end. One that is
   * under way must be {@linkplain #learn learned}, or there is no next one.
   */
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

  /** Takes in the execution that was under way, and goes to the next schedule. */
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
      backtrack();
    }
  }

  private void giveUp() {
    state = State.GIVEN_UP;
    path.clear();
  }

  /** Chooses something else at the last node where anything is left to be tried. */
  private void backtrack() {
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

  /** Adds the nodes of an execution that are below the path, and what its races want tried. */
  private void extend(Trail trail) {
    List<Decision> decisions = trail.decisions();
    if (!isPath(decisions)) {
      giveUp(); // not only up to the schedule
      return;
    }
    int known = path.size();
    int first = known == 0 ? 0 : decisions.get(known - 1).step();
    int end = addNodes(trail, known, first);
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

  /**
   * Adds the nodes of an execution behind those that are known, up to where a goroutine of the
   * sleep set runs: what follows it is explored elsewhere.
   *
   * @param known how many decisions of the execution have a node
   * @param first the step of the last one of them
   * @return the step at which a goroutine of the sleep set runs, or how many steps there are
   */
  private int addNodes(Trail trail, int known, int first) {
    List<Decision> decisions = trail.decisions();
    Set<Long> sleepSet = known == 0 ? new HashSet<>() : sleepSetAt(path.getLast());
    Map<Long, Deque<ScheduleStep>> remaining = remaining(trail.steps(), first);
    int next = known;
    for (int step = first; step < trail.steps().size(); step++) {
      ScheduleStep now = trail.steps().get(step);
      if (next < decisions.size() && begins(decisions.get(next), step)) {
        add(decisions.get(next), sleepSet);
        next++;
      }
      if (sleepSet.contains(now.name())) {
        return step;
      }
      for (; next < decisions.size() && decisions.get(next).step() == step; next++) {
        add(decisions.get(next), sleepSet);
      }
      of(now.name(), remaining).remove();
      sleepSet.removeIf(other -> wakes(now, of(other, remaining).peek()));
    }
    return trail.steps().size();
  }

  /** What each goroutine does from a step on. */
  private static Map<Long, Deque<ScheduleStep>> remaining(List<ScheduleStep> steps, int first) {
    Map<Long, Deque<ScheduleStep>> remaining = new HashMap<>();
    for (ScheduleStep step : steps.subList(first, steps.size())) {
      of(step.name(), remaining).add(step);
    }
    return remaining;
  }

  private static Deque<ScheduleStep> of(long name, Map<Long, Deque<ScheduleStep>> remaining) {
    return remaining.computeIfAbsent(name, _ -> new ArrayDeque<>());
  }

  /**
   * Whether a goroutine leaves the sleep set when this step is done: its next step depends on this
   * one, or is not known.
   */
  private static boolean wakes(ScheduleStep step, @Nullable ScheduleStep next) {
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

  /**
   * Has another goroutine run where the former of two racing steps began: one of the initials.
   * Where none of them could run there, each that could is tried, as in persistent sets (Flanagan
   * and Godefroid, POPL 2005).
   */
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
