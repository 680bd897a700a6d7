package dev.harrier.explore.systematic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.step.Decision;
import dev.harrier.explore.step.OperationRole;
import dev.harrier.explore.step.Ordering;
import dev.harrier.explore.step.ScheduleStep;
import dev.harrier.explore.step.Shared;
import dev.harrier.explore.step.Trail;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.GoroutineName;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Goroutines that only read and write variables, and all their interleavings. */
final class ScheduleTreeTest {
  private record Use(long variable, OperationRole role) {}

  /** What each goroutine does, in its order. */
  private record Model(List<List<Use>> goroutines) {
    /** One execution: as the plan says, and by default the goroutine that comes first. */
    Trail run(Plan plan) {
      Map<Long, Long> chosen = new HashMap<>();
      for (PlanEntry entry : plan.entries()) {
        if (entry instanceof PlanEntry.Next next) {
          chosen.put(next.at(), next.chosen().value());
        }
      }
      int[] done = new int[goroutines.size()];
      List<ScheduleStep> steps = new ArrayList<>();
      List<Decision> decisions = new ArrayList<>();
      for (List<Long> able = able(done); !able.isEmpty(); able = able(done)) {
        long point = steps.size();
        long next = chosen.getOrDefault(point, able.getFirst());
        if (able.size() > 1) {
          List<Long> options = new ArrayList<>(able);
          options.remove(next);
          options.addFirst(next);
          decisions.add(
              new Decision(
                  ChoiceKind.CANDIDATE, new GoroutineName(7), point, options, steps.size()));
        }
        steps.add(step((int) next, done));
      }
      return new Trail(Trail.Scope.WHOLE, steps, decisions, Ordering.of(steps, _ -> 0));
    }

    private List<Long> able(int[] done) {
      List<Long> able = new ArrayList<>();
      for (int g = 0; g < done.length; g++) {
        if (done[g] < goroutines.get(g).size()) {
          able.add((long) g);
        }
      }
      return able;
    }

    private ScheduleStep step(int goroutine, int[] done) {
      Use use = goroutines.get(goroutine).get(done[goroutine]++);
      ScheduleStep step = new ScheduleStep(goroutine, goroutine, done[goroutine]);
      step.use(new Shared.Variable(use.variable), use.role);
      return step;
    }

    /** Every interleaving. */
    Set<Long> all() {
      Set<Long> digests = new HashSet<>();
      collect(new int[goroutines.size()], new ArrayList<>(), digests);
      return digests;
    }

    private void collect(int[] done, List<ScheduleStep> before, Set<Long> digests) {
      List<Long> able = able(done);
      if (able.isEmpty()) {
        digests.add(new Trail(Trail.Scope.WHOLE, before, List.of(), List.of()).digest());
      }
      for (long next : able) {
        int[] then = done.clone();
        List<ScheduleStep> steps = new ArrayList<>(before);
        steps.add(step((int) next, then));
        collect(then, steps, digests);
      }
    }
  }

  private static final List<OperationRole> ROLES =
      List.of(OperationRole.LOAD, OperationRole.STORE, OperationRole.UPDATE);

  private static Model random(SplittableRandom random) {
    List<List<Use>> goroutines = new ArrayList<>();
    int count = 2 + random.nextInt(2);
    for (int g = 0; g < count; g++) {
      List<Use> uses = new ArrayList<>();
      int operations = 1 + random.nextInt(3);
      for (int i = 0; i < operations; i++) {
        uses.add(new Use(random.nextInt(3), ROLES.get(random.nextInt(ROLES.size()))));
      }
      goroutines.add(uses);
    }
    return new Model(goroutines);
  }

  private static ScheduleTree explored(Model model, int most, Set<Long> digests) {
    ScheduleTree tree = new ScheduleTree(most);
    for (Optional<Plan> plan = tree.next(); plan.isPresent(); plan = tree.next()) {
      Trail trail = model.run(plan.get());
      digests.add(trail.digest());
      tree.learn(trail);
    }
    return tree;
  }

  @Test
  void everyOrderOfWhatDependsOnEachOtherIsSeen() {
    SplittableRandom random = new SplittableRandom(1);
    long orders = 0;
    long executions = 0;
    for (int i = 0; i < 300; i++) {
      Model model = random(random);
      Set<Long> seen = new HashSet<>();
      ScheduleTree tree = explored(model, 5000, seen);
      assertThat(tree.state()).isEqualTo(ScheduleTree.State.COMPLETE);
      assertThat(seen).as(model.toString()).isEqualTo(model.all());
      orders += seen.size();
      executions += tree.executions();
    }
    assertThat(executions).isBetween(orders, 3 * orders);
  }

  @Test
  void whatNothingDependsOnIsSeenOnce() {
    List<Use> own = List.of(new Use(1, OperationRole.STORE), new Use(1, OperationRole.STORE));
    List<Use> other = List.of(new Use(2, OperationRole.STORE), new Use(3, OperationRole.LOAD));
    List<Use> reader = List.of(new Use(3, OperationRole.LOAD));
    ScheduleTree tree = explored(new Model(List.of(own, other, reader)), 100, new HashSet<>());
    assertThat(tree.state()).isEqualTo(ScheduleTree.State.COMPLETE);
    assertThat(tree.executions()).isEqualTo(1);
  }

  @Test
  void itIsGivenUpWhereThereAreTooMany() {
    List<Use> writes = List.of(new Use(1, OperationRole.STORE), new Use(1, OperationRole.STORE));
    ScheduleTree tree = explored(new Model(List.of(writes, writes, writes)), 10, new HashSet<>());
    assertThat(tree.state()).isEqualTo(ScheduleTree.State.GIVEN_UP);
    assertThat(tree.next()).isEmpty();
  }

  @Test
  void whatIsNotUpToTheScheduleAloneIsNotExplored() {
    for (Trail.Scope scope : List.of(Trail.Scope.OPEN, Trail.Scope.TOO_LONG)) {
      ScheduleTree tree = new ScheduleTree(10);
      tree.next();
      tree.learn(new Trail(scope, List.of(), List.of(), List.of()));
      assertThat(tree.state()).isEqualTo(ScheduleTree.State.GIVEN_UP);
    }
  }

  @Test
  void anExecutionThatDoesNotRepeatEndsIt() {
    List<Use> writes = List.of(new Use(1, OperationRole.STORE));
    ScheduleTree tree = new ScheduleTree(10);
    tree.next();
    tree.learn(new Model(List.of(writes, writes)).run(Plan.EMPTY));
    assertThat(tree.next()).isPresent();
    tree.learn(new Model(List.of(writes)).run(Plan.EMPTY));
    assertThat(tree.state()).isEqualTo(ScheduleTree.State.GIVEN_UP);
  }

  /** Workers wait while it learns; what takes long is done before ({@link Ordering}). */
  @Test
  void theLongestExecutionsAreLearnedInNoTime() {
    List<Use> pairs = Collections.nCopies(1400, new Use(1, OperationRole.UPDATE));
    Model model = new Model(List.of(pairs, pairs));
    List<PlanEntry> turns = new ArrayList<>();
    for (Decision decision : model.run(Plan.EMPTY).decisions()) {
      turns.add(decision.choosing(turns.size() % 2));
    }
    Trail trail = model.run(new Plan(turns));
    assertThat(trail.races()).hasSizeGreaterThan(1000);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long learning = 0;
    ScheduleTree tree = new ScheduleTree(100);
    tree.next();
    for (int i = 0; i < 20; i++) {
      long begun = threads.getCurrentThreadCpuTime();
      tree.learn(trail);
      Plan plan = tree.next().orElseThrow();
      learning += threads.getCurrentThreadCpuTime() - begun;
      trail = model.run(plan);
    }
    assertThat(Duration.ofNanos(learning)).isLessThan(Duration.ofSeconds(2));
  }
}
