package dev.harrier.leaks;

import dev.harrier.model.finding.Footprint;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Optional;

/**
 * Goroutines that are blocked at one place and were created at one place.
 *
 * @param evidence what is known about them
 * @param first one of them; NONE if its number is not known
 * @param channel what they wait for, if it is a channel and that is known
 * @param blocked the stack, innermost call first
 * @param created the {@code go} statement, innermost call first; empty if not known
 * @param made the stack that made the object, if known
 */
public record BlockedGoroutines(
    Evidence evidence,
    GoroutineId first,
    BlockReason reason,
    Optional<Channel> channel,
    List<Site> blocked,
    List<Site> created,
    List<Site> made,
    Footprint footprint,
    Growth growth) {
  /** What is known about blocked goroutines. */
  public enum Evidence {
    /** The collector proved that nothing can wake them. */
    LEAKED,
    /**
     * Time wakes them again and again, and the collector found that nothing that can still run
     * refers to what else they wait for.
     */
    POLLING,
    /** They were blocked at that moment. */
    BLOCKED
  }

  /**
   * A channel.
   *
   * @param element the type of its elements, as the source has it
   */
  public record Channel(String element, int capacity) {}

  public BlockedGoroutines {
    blocked = List.copyOf(blocked);
    created = List.copyOf(created);
    made = List.copyOf(made);
  }

  /** The innermost call that is not one of Go's own synchronization. */
  public Optional<Site> site() {
    return blocked.stream()
        .filter(s -> !isSynchronization(s))
        .findFirst()
        .or(() -> blocked.stream().filter(s -> !isRuntime(s)).findFirst())
        .or(() -> blocked.stream().findFirst());
  }

  /** The {@code go} statement, or the function that it started. */
  public Optional<Site> creation() {
    return created.isEmpty()
        ? blocked.isEmpty() ? Optional.empty() : Optional.of(blocked.getLast())
        : Optional.of(created.getFirst());
  }

  private static boolean isSynchronization(Site site) {
    return isRuntime(site)
        || site.function().startsWith("sync.")
        || site.function().startsWith("internal/sync.")
        || site.function().equals("time.Sleep");
  }

  /** Whether it is a function of Go's runtime, which every stack begins and ends with. */
  static boolean isRuntime(Site site) {
    return site.function().startsWith("runtime.");
  }

  /** The same with how many there were over time. */
  BlockedGoroutines grown(Growth over) {
    return new BlockedGoroutines(
        evidence, first, reason, channel, blocked, created, made, footprint, over);
  }

  /** This and another of the same places, from other processes. */
  BlockedGoroutines plus(BlockedGoroutines other) {
    return new BlockedGoroutines(
        evidence,
        first,
        reason,
        channel.or(other::channel),
        blocked,
        created,
        made.isEmpty() ? other.made : made,
        footprint.plus(other.footprint),
        growth.plus(other.growth));
  }
}
