package dev.harrier.explore.portfolio;

import static dev.harrier.explore.schedule.Strategy.Kind.CHILD_FIRST;
import static dev.harrier.explore.schedule.Strategy.Kind.NEWEST;
import static dev.harrier.explore.schedule.Strategy.Kind.PCT;
import static dev.harrier.explore.schedule.Strategy.Kind.PLACES;
import static dev.harrier.explore.schedule.Strategy.Kind.POS;
import static dev.harrier.explore.schedule.Strategy.Kind.RANDOM_WALK;
import static dev.harrier.explore.schedule.Strategy.Kind.SLICES;
import static dev.harrier.explore.schedule.Strategy.Kind.YIELDS;

import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultShares;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.SplitMix64;
import dev.harrier.explore.schedule.Strategy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/** A rotation of strategies. */
public final class Portfolio {
  /** How often timers fire before their time, of 1024 operations. */
  private static final int SOMETIMES = 32;

  private static final int OFTEN = 128;

  /**
   * For so many decisions goroutines wait for those that run or have yielded to them, where
   * schedules are to be as extreme as natively: there, ten milliseconds are some 200,000
   * operations.
   */
  private static final int LONG = 250_000;

  private final List<Mix> mixes;
  private final long masterSeed;
  private final Conditions conditions;

  /**
   * @param mixes taken in turn; not empty
   * @param conditions of all schedules, but for what a mix and a turn have for themselves
   */
  public Portfolio(List<Mix> mixes, long masterSeed, Conditions conditions) {
    if (mixes.isEmpty()) {
      throw new IllegalArgumentException("a portfolio needs a strategy");
    }
    this.mixes = List.copyOf(mixes);
    this.masterSeed = masterSeed;
    this.conditions = conditions;
  }

  /**
   * The one for users who choose nothing. One run of POS shows most of the GoKer kernels, and what
   * it misses the default order or a random walk shows (docs/evaluation.md). In some of the turns
   * timers fire before their time and in some they do not: what follows from timeouts hides what
   * would happen without them, and the other way round. Programs yield where they know that others
   * should continue: most turns let them continue for long. Every fourth or fifth turn is by
   * places, for what takes one order of two lines among many goroutines. The second half has the
   * extremes: goroutines that run on and on while others wait, children before their parents, and
   * after them.
   */
  public static List<Mix> standard() {
    return List.of(
        new Mix(POS.strategy(), 0, 0, LONG),
        new Mix(Strategy.DEFAULT_ORDER, 0, 0, LONG),
        new Mix(RANDOM_WALK.strategy(), SOMETIMES),
        new Mix(PLACES.strategy(), 0, 0, LONG),
        new Mix(RANDOM_WALK.strategy(), OFTEN),
        new Mix(POS.strategy(), SOMETIMES, 0, LONG),
        new Mix(PLACES.strategy(), SOMETIMES, 0, LONG),
        new Mix(PCT.ofDepth(3), 0, 0, LONG),
        new Mix(YIELDS.ofDepth(2), OFTEN, 0, LONG),
        new Mix(PLACES.strategy(), 0, 0, LONG),
        new Mix(Strategy.DEFAULT_ORDER, 0, LONG, 0),
        new Mix(POS.strategy(), 0),
        new Mix(CHILD_FIRST.strategy(), 0),
        new Mix(RANDOM_WALK.strategy(), SOMETIMES, 0, LONG),
        new Mix(PLACES.strategy(), 0),
        new Mix(SLICES.strategy(), 0, LONG, 0),
        new Mix(PCT.ofDepth(2), 0),
        new Mix(NEWEST.strategy(), SOMETIMES),
        new Mix(RANDOM_WALK.strategy(), OFTEN));
  }

  /**
   * The schedule of a target's {@code index}-th execution.
   *
   * @param target its name
   * @param index from 0
   * @param length how many decisions its runs take
   */
  public Schedule.Controlled schedule(String target, int index, int length) {
    Mix mix = mixes.get(index % mixes.size());
    return new Schedule.Controlled(
        mix.strategy(),
        seed(target, index),
        length,
        mix.early(),
        0,
        FaultShares.NONE,
        new Conditions(
            conditions.procs(), mix.slice(), mix.pause(), polls(index), conditions.network()),
        Plan.EMPTY);
  }

  /**
   * In every second turn, and in every second round of each strategy: natively, an answer may come
   * before the goroutine that asked has done anything else, or after all that can happen meanwhile.
   */
  private boolean polls(int index) {
    return (index % mixes.size() + index / mixes.size()) % 2 == 1;
  }

  /** 31 bits: short enough to be read out to someone. */
  private long seed(String target, int index) {
    CRC32 name = new CRC32();
    name.update(target.getBytes(StandardCharsets.UTF_8));
    long x = masterSeed * 0x9e3779b97f4a7c15L + (name.getValue() << 32) + index;
    return SplitMix64.mix(x) >>> 33;
  }
}
