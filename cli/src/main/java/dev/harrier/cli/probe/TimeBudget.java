package dev.harrier.cli.probe;

import dev.harrier.model.ending.ProbeNote;
import dev.harrier.model.ending.ProbeNote.Phase;
import dev.harrier.toolchain.build.GoPackage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What {@code -time} is divided among: a quarter at most for the sequential orders, a tenth for
 * fewer calls, and what the orders leave for the exploration, with its proofs. How long the go
 * command takes depends on what it has built before, so that writing and building do not count; but
 * no package is begun when they have taken half of it each, not counting the first packages, with
 * which all is built that they import. How long everything took is known at the end.
 */
final class TimeBudget {
  private static final int ORDERS = 4;
  private static final int FEWER = 10;
  private static final int WRITING = 2;
  private static final int BUILDING = 2;

  /** The exploration takes a tenth more for its proofs. */
  private static final int PROOFS = 10;

  private static final Duration MOST_FEWER = Duration.ofSeconds(30);

  private final Duration time;
  private final Map<Phase, Duration> spent = new EnumMap<>(Phase.class);
  private final Map<Phase, Set<String>> refused = new EnumMap<>(Phase.class);
  private final LongSupplier clock;
  private long since;

  /**
   * @param time of all executions
   */
  TimeBudget(Duration time) {
    this(time, System::nanoTime);
  }

  /**
   * @param clock nanoseconds since some moment
   */
  TimeBudget(Duration time, LongSupplier clock) {
    this.time = time;
    this.clock = clock;
    this.since = clock.getAsLong();
  }

  /** What was done since the last call, or since the beginning. */
  void spent(Phase phase) {
    long now = clock.getAsLong();
    spent.merge(phase, Duration.ofNanos(now - since), Duration::plus);
    since = now;
  }

  /** After this, the writing of tests does not begin with another package. */
  Duration writing() {
    return time.dividedBy(WRITING);
  }

  /**
   * Which of the packages that come next are built: the first ones, and others until the time for
   * that is over.
   */
  UnaryOperator<List<GoPackage>> building() {
    return new Building();
  }

  /** Refuses packages when the time is over. */
  private final class Building implements UnaryOperator<List<GoPackage>> {
    private boolean begun;
    private OptionalLong end = OptionalLong.empty();

    @Override
    public List<GoPackage> apply(List<GoPackage> next) {
      long now = clock.getAsLong();
      if (begun && end.isEmpty()) {
        end = OptionalLong.of(now + time.dividedBy(BUILDING).toNanos());
      }
      begun = true;
      if (end.isEmpty() || now - end.getAsLong() < 0) {
        return next;
      }
      next.forEach(one -> refused(Phase.BUILDING, one.importPath()));
      return List.of();
    }
  }

  /** The time of a phase was over before this package. */
  void refused(Phase phase, String packagePath) {
    refused.computeIfAbsent(phase, _ -> new LinkedHashSet<>()).add(packagePath);
  }

  /** The packages that some phase had no time for. */
  Set<String> refusedPackages() {
    return refused.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
  }

  /** For the sequential orders of all scenarios. */
  Duration orders() {
    return time.dividedBy(ORDERS);
  }

  /** For the exploration, when the orders are known. */
  Duration exploring() {
    Duration left = time.minus(spent.getOrDefault(Phase.ORDERS, Duration.ZERO));
    return left.multipliedBy(PROOFS).dividedBy(PROOFS + 1);
  }

  /** For showing findings with fewer calls. */
  Duration simplifying() {
    Duration part = time.dividedBy(FEWER);
    return part.compareTo(MOST_FEWER) < 0 ? part : MOST_FEWER;
  }

  /** The packages for which a phase had no time. */
  List<ProbeNote> refused() {
    List<ProbeNote> notes = new ArrayList<>();
    refused.forEach(
        (phase, packages) -> notes.add(new ProbeNote.NoTime(phase, List.copyOf(packages))));
    return notes;
  }

  /** What the time was spent on. */
  ProbeNote.TimeSpent note() {
    return new ProbeNote.TimeSpent(
        spent.entrySet().stream()
            .map(one -> new ProbeNote.PhaseTime(one.getKey(), one.getValue().toMillis()))
            .toList());
  }
}
