package dev.harrier.explore.order;

import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.guide.DelegatingGuide;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.explored.ProgressFigure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * GFuzz: tries mutated orders of concurrent messages, and learns from every execution, also from
 * those that another guide chose, which orders are worth mutating. An order says what selects
 * prefer; everything else about the run is the other guide's choice.
 */
public final class OrderGuide extends DelegatingGuide {
  /**
   * How orders are tried.
   *
   * @param share every n-th execution tries an order, if there is one: 1 for all
   * @param first this many executions of a target come before the first order
   * @param feedback whether orders are chosen by what their runs did; else the first order of a
   *     target is mutated for ever, at random
   * @param longestPatience how far the patience of an order that does not happen is raised
   * @param freePatience of every other order, where waiting costs nothing because the clock is
   *     virtual: a message that comes late comes in time
   * @param seed of all mutations
   */
  public record Settings(
      int share,
      int first,
      boolean feedback,
      Duration longestPatience,
      Optional<Duration> freePatience,
      long seed) {
    public Settings {
      if (share < 1 || first < 0) {
        throw new IllegalArgumentException("share %d or first %d".formatted(share, first));
      }
    }
  }

  private static final int WITHOUT_FEEDBACK = 5;

  private final Settings settings;
  private final OrderMemory memory;
  private final Map<Target, State> states = new HashMap<>();

  private static final class State {
    final OrderQueue orders;
    final Feedback feedback;

    /**
     * Attempts that run now, by what their schedules say of selects: other guides may add to a
     * schedule, but nothing of this kind.
     */
    final Map<Plan, OrderQueue.OrderAttempt> running = new HashMap<>();

    long attempts;
    boolean waitingCosts;
    boolean unkept;

    State(OrderQueue orders, Optional<OrderMemory.Kept> kept) {
      this.orders = orders;
      this.feedback = kept.map(k -> new Feedback(k.feedback())).orElseGet(Feedback::new);
      kept.ifPresent(k -> k.seeds().forEach(seed -> orders.add(seed.order(), seed.mutations())));
    }
  }

  /**
   * @param guide decides all that an order leaves open
   */
  public OrderGuide(Guide guide, Settings settings, OrderMemory memory) {
    super(guide);
    this.settings = settings;
    this.memory = memory;
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    Schedule base = super.next(target, index, length);
    if (index < settings.first || (index - settings.first) % settings.share != 0) {
      return base;
    }
    State state = state(target);
    Optional<OrderQueue.OrderAttempt> attempt = state.orders.next(patience(state));
    if (attempt.isEmpty()) {
      return base;
    }
    state.attempts++;
    Plan plan = attempt.get().order().plan(attempt.get().patience());
    Schedule schedule =
        switch (base) {
          case Schedule.Controlled c -> c.with(plan);
          case Schedule.Native _ -> new Schedule.Native(plan);
        };
    state.running.put(plan, attempt.get());
    return schedule;
  }

  private Duration patience(State state) {
    boolean free = settings.freePatience.isPresent() && !state.waitingCosts;
    return free && state.attempts % 2 == 1
        ? settings.freePatience.get()
        : OrderQueue.OrderAttempt.FIRST_PATIENCE;
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    State state = state(target);
    OrderRecorder.ObservedOrder observed = result.observations().of(OrderRecorder.OBSERVED);
    Measures measures = result.observations().of(MeasuresRecorder.MEASURES);
    OrderQueue.OrderAttempt attempt = state.running.remove(schedule.plan().preferences());
    if (attempt != null && observed.gaveUpEveryWait()) {
      state.orders.retry(attempt);
    }
    // With real input or output the clock is no longer virtual.
    state.waitingCosts |= attempt != null && result.exit() instanceof Exit.OutOfTime;
    boolean news = false;
    if (!settings.feedback) {
      if (state.orders.size() == 0) {
        state.orders.add(observed.order(), WITHOUT_FEEDBACK);
        state.unkept = true;
      }
    } else if (!state.feedback.judge(measures).isEmpty()) {
      state.orders.add(observed.order(), state.feedback.mutations(measures));
      state.unkept = true;
      news = true;
    }
    boolean others = super.learn(target, schedule, result);
    return news || others;
  }

  private State state(Target target) {
    return states.computeIfAbsent(
        target,
        t ->
            new State(
                new OrderQueue(
                    new SplittableRandom(settings.seed * 31 + t.shown().hashCode()),
                    settings.longestPatience),
                memory.recall(t)));
  }

  @Override
  public List<ProgressFigure> status() {
    List<ProgressFigure> all = new ArrayList<>(super.status());
    all.add(
        new ProgressFigure.Orders(states.values().stream().mapToInt(s -> s.orders.size()).sum()));
    return all;
  }

  @Override
  public void keep() {
    super.keep();
    states.forEach((target, state) -> {
      if (state.unkept) {
        state.unkept = false;
        memory.keep(target, new OrderMemory.Kept(state.orders.seeds(), state.feedback.state()));
      }
    });
  }
}
