package dev.harrier.report.words;

import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.Site;
import dev.harrier.model.usage.CoverageReport;
import dev.harrier.model.usage.Effect;
import dev.harrier.model.usage.GoroutineRole;
import dev.harrier.model.usage.Shortfall;
import dev.harrier.model.usage.Uncovered;
import dev.harrier.model.usage.UsageKind;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** What concurrency coverage lacks, in words. */
public final class Shortfalls {
  private Shortfalls() {}

  /** Such as {@code 87.5 %: 7 of 8 requirements, 2 kinds of goroutines}. */
  public static String summary(CoverageReport coverage) {
    if (coverage.total() == 0) {
      return "nothing to cover: no goroutines, channels or locks in these packages";
    }
    return String.format(
        Locale.ROOT,
        "%.1f %%: %,d of %,d requirements, %,d kinds of goroutines",
        coverage.percentage(),
        coverage.covered(),
        coverage.total(),
        coverage.nodes());
  }

  /**
   * {@code file:line: sentence}, with the goroutines it is about if others differ.
   *
   * @param shown how a path is shown
   */
  public static String line(Uncovered uncovered, UnaryOperator<String> shown) {
    String roles = goroutines(uncovered);
    return shown.apply(uncovered.at().file())
        + ":"
        + uncovered.at().line()
        + ": "
        + means(uncovered.shortfall())
        + (roles.isEmpty() ? "" : " (in " + roles + ")");
  }

  /** The goroutines that it is about; empty if it is about all. */
  public static String goroutines(Uncovered uncovered) {
    return uncovered.goroutines().stream()
        .map(Shortfalls::role)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** {@code main}, {@code a test}, or {@code the goroutine of worker.go:12}. */
  private static String role(GoroutineRole role) {
    return role.createdAt().map(Shortfalls::created).orElse("main");
  }

  private static String created(Site at) {
    return at.function().startsWith("testing.(*T).Run")
        ? "a test"
        : "the goroutine of "
            + at.file().substring(at.file().lastIndexOf('/') + 1)
            + ":"
            + at.line();
  }

  /** What it means to a developer, a sentence. */
  public static String means(Shortfall shortfall) {
    return switch (shortfall) {
      case Shortfall.Unreached(UsageKind kind) -> unreached(kind);
      case Shortfall.CaseNotChosen(Direction direction) ->
          "this " + word(direction) + " case was never chosen";
      case Shortfall.DefaultNotChosen _ ->
          "this select never took its default: a case was always ready";
      case Shortfall.EffectNotSeen(UsageKind kind, Effect effect, boolean passable) ->
          effect(kind, effect, passable);
      case Shortfall.CaseEffectNotSeen(Direction direction, Effect effect, boolean passable) ->
          transfer("this " + word(direction) + " case", direction, effect, passable);
    };
  }

  private static String unreached(UsageKind kind) {
    return "this " + noun(kind) + " was never executed: no run reached it";
  }

  private static String effect(UsageKind kind, Effect effect, boolean passable) {
    String it = "this " + noun(kind);
    boolean blocked = effect == Effect.BLOCKED;
    boolean unblocking = effect == Effect.UNBLOCKING;
    return switch (kind) {
      case SEND -> transfer(it, Direction.SEND, effect, passable);
      case RECEIVE, RANGE -> transfer(it, Direction.RECEIVE, effect, passable);
      case LOCK, READ_LOCK, TRY_LOCK, TRY_READ_LOCK ->
          blocked
              ? it + " never had to wait: the lock was always free"
              : it
                  + " never made another goroutine wait: no other goroutine wanted the lock while"
                  + " it was held";
      case UNLOCK, READ_UNLOCK ->
          unblocking
              ? it + " never released a goroutine: no goroutine was waiting for the lock"
              : it + " always released a goroutine: the lock was contended every time";
      case CLOSE ->
          unblocking
              ? it + " never released a goroutine: it always came before the receivers waited"
              : it + " always released a goroutine: it never came before its receivers";
      case SIGNAL, BROADCAST ->
          unblocking
              ? it + " never woke a goroutine: it always came before the wait"
              : it + " always woke a goroutine: it never came before the wait";
      case DONE ->
          unblocking
              ? it + " never released a Wait: it was never the last, or no goroutine waited yet"
              : it + " always released a Wait: it was the last every time";
      case WAIT ->
          blocked
              ? it + " never had to wait: all others were always done before it"
              : it + " always had to wait: the others were never done before it";
      case ONCE ->
          blocked
              ? it + " never had to wait: no other goroutine was inside the first call"
              : it + " never made another goroutine wait while it ran the function";
      case COND_WAIT, GO, SELECT, MAKE, ADD -> unreached(kind);
    };
  }

  private static String transfer(String it, Direction direction, Effect effect, boolean passable) {
    return it
        + switch (direction) {
          case SEND ->
              switch (effect) {
                case BLOCKED ->
                    passable
                        ? " was never blocked: the buffer always had room, or a receiver was there"
                        : " was never blocked: its receiver is always first";
                case UNBLOCKING -> " never found a waiting receiver: the sender is always first";
                case NOP, BLOCKING -> " never just left its value in the buffer";
              };
          case RECEIVE ->
              switch (effect) {
                case BLOCKED ->
                    passable
                        ? " was never blocked: a value or the close was always there first"
                        : " was never blocked: its sender is always first";
                case UNBLOCKING ->
                    " never found a waiting sender: the receiver is always first"
                        + (passable ? ", or the buffer has room" : "");
                case NOP, BLOCKING -> " never found a value in the buffer or the channel closed";
              };
        };
  }

  private static String word(Direction direction) {
    return switch (direction) {
      case SEND -> "send";
      case RECEIVE -> "receive";
    };
  }

  private static String noun(UsageKind kind) {
    return switch (kind) {
      case MAKE -> "make";
      case SEND -> "send";
      case RECEIVE -> "receive";
      case RANGE -> "loop over a channel";
      case CLOSE -> "close";
      case SELECT -> "select";
      case GO -> "go statement";
      case LOCK -> "Lock";
      case TRY_LOCK -> "TryLock";
      case UNLOCK -> "Unlock";
      case READ_LOCK -> "RLock";
      case TRY_READ_LOCK -> "TryRLock";
      case READ_UNLOCK -> "RUnlock";
      case ADD -> "Add";
      case DONE -> "Done";
      case WAIT -> "Wait";
      case COND_WAIT -> "Wait for a condition";
      case SIGNAL -> "Signal";
      case BROADCAST -> "Broadcast";
      case ONCE -> "Once.Do";
    };
  }
}
