package dev.harrier.explore.schedule;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a controlled run chooses who runs next. The names are those of the {@code -strategy} flag and
 * of replay strings.
 */
public sealed interface Strategy {
  /** Whoever can run is equally likely at every decision. */
  record RandomWalk() implements Strategy {
    @Override
    public int code() {
      return 1;
    }

    @Override
    public String toString() {
      return "random";
    }
  }

  /**
   * Fixed random priorities that change at {@code depth - 1} random moments: PCT (Burckhardt and
   * others, ASPLOS 2010).
   *
   * @param depth of the bugs that it looks for, from 1: how many ordering constraints they need
   */
  record Priorities(int depth) implements Strategy {
    public Priorities {
      requireWithin(depth, 1, MAX_DEPTH, "depth of pct");
    }

    @Override
    public int code() {
      return 2;
    }

    @Override
    public String toString() {
      return "pct" + depth;
    }
  }

  /** Random priorities of operations, drawn anew when one takes effect: POS (Yuan, CAV 2018). */
  record Races() implements Strategy {
    @Override
    public int code() {
      return 3;
    }

    @Override
    public String toString() {
      return "pos";
    }
  }

  /**
   * The default order with a bounded number of yields (GoAT, section IV).
   *
   * @param depth how many yields, GoAT's D, from 0
   */
  record Yields(int depth) implements Strategy {
    public Yields {
      requireWithin(depth, 0, MAX_DEPTH, "number of yields");
    }

    @Override
    public int code() {
      return 4;
    }

    @Override
    public String toString() {
      return "yield" + depth;
    }
  }

  /** Who runs goes on; else who could have for longest. Replay and minimizing build on it. */
  record DefaultOrder() implements Strategy {
    @Override
    public int code() {
      return 5;
    }

    @Override
    public String toString() {
      return "default";
    }
  }

  /**
   * The default order, but where a goroutine has stopped, the one that became able to run last
   * comes next: Go's own scheduler does so with one processor (runnext), and so a new goroutine
   * runs before those that were there.
   */
  record Newest() implements Strategy {
    @Override
    public int code() {
      return 6;
    }

    @Override
    public String toString() {
      return "newest";
    }
  }

  /**
   * A goroutine runs before its creator goes on, and one that is readied before the one that
   * readied it: the opposite extreme of the default order.
   */
  record ChildFirst() implements Strategy {
    @Override
    public int code() {
      return 7;
    }

    @Override
    public String toString() {
      return "child";
    }
  }

  /**
   * Slices as a machine gives them: a goroutine runs for a number of operations whose magnitude is
   * drawn, from one to hundreds of thousands, then any other does.
   */
  record Slices() implements Strategy {
    @Override
    public int code() {
      return 8;
    }

    @Override
    public String toString() {
      return "slices";
    }
  }

  /**
   * Some places of the program are late, others are later, whichever goroutine comes to them: one
   * order of two lines of code is found as soon with a hundred goroutines as with two.
   */
  record Places() implements Strategy {
    @Override
    public int code() {
      return 9;
    }

    @Override
    public String toString() {
      return "places";
    }
  }

  /** The largest depth that the runtime keeps change points for (control.go). */
  int MAX_DEPTH = 16;

  Pattern WITH_DEPTH = Pattern.compile("(pct|yield)(\\d{1,2})");

  /** Its number in {@code HARRIER_CONTROL}. */
  int code();

  /** How deep it goes; 0 where that means nothing. */
  default int depth() {
    return switch (this) {
      case Priorities priorities -> priorities.depth;
      case Yields yields -> yields.depth;
      case RandomWalk _, Races _, DefaultOrder _, Newest _, ChildFirst _, Slices _, Places _ -> 0;
    };
  }

  /** Reads what {@code toString} writes. */
  static Optional<Strategy> parse(String text) {
    return switch (text) {
      case "random" -> Optional.of(new RandomWalk());
      case "pos" -> Optional.of(new Races());
      case "default" -> Optional.of(new DefaultOrder());
      case "newest" -> Optional.of(new Newest());
      case "child" -> Optional.of(new ChildFirst());
      case "slices" -> Optional.of(new Slices());
      case "places" -> Optional.of(new Places());
      default -> withDepth(text);
    };
  }

  private static Optional<Strategy> withDepth(String text) {
    Matcher m = WITH_DEPTH.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    int depth = Integer.parseInt(m.group(2));
    boolean priorities = m.group(1).equals("pct");
    if (depth > MAX_DEPTH || (priorities && depth == 0)) {
      return Optional.empty();
    }
    return Optional.of(priorities ? new Priorities(depth) : new Yields(depth));
  }

  private static void requireWithin(int value, int from, int to, String what) {
    if (value < from || value > to) {
      throw new IllegalArgumentException(
          "%s must be from %d to %d, not %d".formatted(what, from, to, value));
    }
  }
}
