package dev.harrier.explore.schedule;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * How a controlled run chooses which goroutine runs next. The runtime has a file for each
 * (strategies.go).
 *
 * @param depth the number in its name; 0 if the name has none
 */
public record Strategy(Kind kind, int depth) {
  /** The largest depth that the runtime keeps change points for (strategies.go). */
  public static final int MAX_DEPTH = 16;

  /** Replay and minimizing build on it. */
  public static final Strategy DEFAULT_ORDER = Kind.DEFAULT_ORDER.strategy();

  /** To add a strategy, add its file and its line in strategies.go, and a constant here. */
  public enum Kind {
    /** Any goroutine that can run is equally likely at every decision. */
    RANDOM_WALK(1, "random"),

    /**
     * Probabilistic concurrency testing (Burckhardt and others, ASPLOS 2010): fixed random
     * priorities of goroutines that change at {@code depth - 1} random scheduling points. The depth
     * is that of the bugs that it looks for: how many ordering constraints they need.
     */
    PCT(2, "pct", 1),

    /**
     * Partial order sampling (Yuan, Yang and Gu, CAV 2018): random priorities of operations; when
     * one is taken, those of the operations that race with it are drawn again.
     */
    POS(3, "pos"),

    /**
     * The default order with a bounded number of yields (GoAT, section IV); the depth is how many,
     * GoAT's D.
     */
    YIELDS(4, "yield", 0),

    /** The running goroutine continues, else the one that could have run for longest does. */
    DEFAULT_ORDER(5, "default"),

    /**
     * The default order, but where a goroutine has stopped, the one that became able to run last
     * comes next: Go's own scheduler does so with one processor (runnext), and so a new goroutine
     * runs before older ones.
     */
    NEWEST(6, "newest"),

    /**
     * A goroutine runs before its creator continues, and one that is readied before the one that
     * readied it: the opposite extreme of the default order.
     */
    CHILD_FIRST(7, "child"),

    /**
     * Slices as a machine gives them: a goroutine runs for a number of operations whose magnitude
     * is drawn, from one to hundreds of thousands, then any other does.
     */
    SLICES(8, "slices"),

    /**
     * Delays source locations instead of goroutines: each has a random rank, and a goroutine at one
     * of a higher rank runs when none is left at a lower one. One order of two lines of code is
     * found as soon with a hundred goroutines as with two.
     */
    PLACES(9, "places");

    private final int code;
    private final String word;
    private final boolean hasDepth;
    private final int leastDepth;

    Kind(int code, String word) {
      this(code, word, false, 0);
    }

    Kind(int code, String word, int leastDepth) {
      this(code, word, true, leastDepth);
    }

    Kind(int code, String word, boolean hasDepth, int leastDepth) {
      this.code = code;
      this.word = word;
      this.hasDepth = hasDepth;
      this.leastDepth = leastDepth;
    }

    /** The strategy without a number in its name. */
    public Strategy strategy() {
      return new Strategy(this, 0);
    }

    /** The strategy of that depth. */
    public Strategy ofDepth(int depth) {
      return new Strategy(this, depth);
    }

    /** Its number in {@code HARRIER_CONTROL}. */
    int code() {
      return code;
    }

    private boolean admits(int depth) {
      return hasDepth ? depth >= leastDepth && depth <= MAX_DEPTH : depth == 0;
    }

    /** Such as {@code pos}, or {@code pct1 to pct16}. */
    private String names() {
      return hasDepth ? word + leastDepth + " to " + word + MAX_DEPTH : word;
    }

    private OptionalInt depthIn(String name) {
      if (!hasDepth) {
        return name.equals(word) ? OptionalInt.of(0) : OptionalInt.empty();
      }
      return name.startsWith(word) && name.substring(word.length()).matches("\\d{1,2}")
          ? OptionalInt.of(Integer.parseInt(name.substring(word.length())))
          : OptionalInt.empty();
    }
  }

  public Strategy {
    if (!kind.admits(depth)) {
      throw new IllegalArgumentException("no strategy is called " + kind.word + depth);
    }
  }

  /** Reads what {@code toString} writes. */
  public static Optional<Strategy> parse(String name) {
    for (Kind kind : Kind.values()) {
      OptionalInt depth = kind.depthIn(name);
      if (depth.isPresent() && kind.admits(depth.getAsInt())) {
        return Optional.of(kind.ofDepth(depth.getAsInt()));
      }
    }
    return Optional.empty();
  }

  /** The names of all, for people. */
  public static String names() {
    return Arrays.stream(Kind.values()).map(Kind::names).collect(Collectors.joining(", "));
  }

  /** As in the {@code -strategy} option and in replay strings. */
  @Override
  public String toString() {
    return kind.hasDepth ? kind.word + depth : kind.word;
  }
}
