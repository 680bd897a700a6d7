package dev.harrier.vet.probe;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the sequential orders of each scenario's calls returned. The package is its own
 * specification: concurrent calls may return what some order of them returns.
 */
public final class Orders {
  /** With which the test of a scenario fails if no order returns what its calls returned. */
  private static final String UNEXPLAINED = "no order of the calls explains their results: ";

  /** With which it fails if calls return the same that never do in an order. */
  private static final String EQUAL = "in every order of the calls these results differ: ";

  /** What the calls of each run returned, by order. */
  private final Map<String, Map<String, List<Results>>> results = new HashMap<>();

  private final Map<String, Behavior> behaviors = new HashMap<>();

  /** How often each order was run to its end. */
  private final Map<String, Map<String, Integer>> seen = new HashMap<>();

  private final Map<String, Integer> all = new HashMap<>();

  private final Map<String, Panics> panics = new HashMap<>();

  /**
   * How many runs of orders panicked.
   *
   * @param runs all
   * @param panicked those with a panic
   * @param nil those with one that says that something is nil
   */
  private record Panics(int runs, int panicked, int nil) {
    Panics plus(Panics other) {
      return new Panics(runs + other.runs, panicked + other.panicked, nil + other.nil);
    }
  }

  /** Those whose objects have goroutines of their own. */
  private final Set<String> asynchronous = new HashSet<>();

  /** Those that were begun, whatever came of it. */
  private final Set<String> begun = new HashSet<>();

  private final Map<String, Set<Step>> returning = new HashMap<>();
  private final Map<String, Set<Step>> waiting = new HashMap<>();

  /** Those of which some call waits for good in an order. */
  private final Set<String> stuck = new HashSet<>();

  /** Those of which all calls of an order end. */
  private final Set<String> returned = new HashSet<>();

  /** Those of which the method that ends the object may wait for good. */
  private final Set<String> endless = new HashSet<>();

  /** Those of which the methods that show the state may panic. */
  private final Set<String> stateless = new HashSet<>();

  /**
   * The results of one run of an order.
   *
   * @param calls of each call, numbered over all goroutines
   * @param state what shows the state of the object after the calls
   */
  private record Results(List<String> calls, List<String> state) {
    private static final String UNKNOWN = "_";

    int size() {
      return calls.size() + state.size();
    }

    /** The result of a call, or what shows a part of the state. */
    String part(int at) {
      return at < calls.size() ? calls.get(at) : state.get(at - calls.size());
    }

    /** Whether it says more than which method was called. */
    boolean isResult(int at) {
      return at >= calls.size() || calls.get(at).contains(": ");
    }

    /** That part, without what it returns. */
    static String unknown(String part) {
      int colon = part.indexOf(": ");
      return colon < 0 ? UNKNOWN : part.substring(0, colon + 2) + UNKNOWN;
    }

    /** As the test of a scenario has it, where only the stable parts are known. */
    String text(Set<Integer> stable) {
      List<String> shown = new ArrayList<>();
      for (int at = 0; at < size(); at++) {
        boolean isCall = at < calls.size();
        shown.add(stable.contains(at) ? part(at) : isCall ? unknown(part(at)) : UNKNOWN);
      }
      String made = "[" + String.join(" ", shown.subList(0, calls.size())) + "]";
      return state.isEmpty()
          ? made
          : made + " then [" + String.join(" ", shown.subList(calls.size(), size())) + "]";
    }
  }

  /** A call that is made when others have returned, one after the other. */
  private record Step(Set<Integer> before, int call) {}

  /** What the sequential orders of a scenario do besides returning. */
  public enum Behavior {
    /** All calls of all orders return. */
    RETURNS,
    /** A call waits in some order, until another one is made. */
    WAITS,
    /**
     * A call waits in some order for good: with the same calls made, it would concurrently. Or two
     * wait, and one of them panics when a third one lets both continue.
     */
    BLOCKS,
    /** A call panics in some order: the API does not allow it. */
    PANICS,
    /** Not all orders were run to their end, or the object could not be made. */
    UNKNOWN
  }

  /**
   * One order of one run, as the generated test writes it, or the name of a scenario that is begun.
   */
  private record Line(
      @Nullable String Begun,
      String Test,
      int Orders,
      String Order,
      @Nullable List<String> Results,
      @Nullable List<String> State,
      boolean Blocked,
      boolean Pending,
      boolean Async,
      String Panic,
      @Nullable String Late,
      @Nullable List<Integer> Serial,
      int Waits,
      boolean Endless,
      boolean Stateless) {
    Behavior behavior() {
      if (!Panic.isEmpty()) {
        return Behavior.PANICS;
      }
      if (Pending || (Late != null && !Late.isEmpty())) {
        return Behavior.BLOCKS;
      }
      return Blocked ? Behavior.WAITS : Behavior.RETURNS;
    }
  }

  /** Reads what the tests wrote; a line that was cut off is left out. */
  public static Orders read(Collection<String> lines) {
    Orders orders = new Orders();
    Gson gson = new Gson();
    for (String text : lines) {
      try {
        Line line = gson.fromJson(text, Line.class);
        if (line.Begun != null) {
          orders.begun.add(line.Begun);
        } else {
          orders.add(line);
        }
      } catch (JsonSyntaxException e) {
        // The process ended while it wrote.
      }
    }
    return orders;
  }

  private void add(Line line) {
    all.put(line.Test, line.Orders);
    if (line.Async) {
      asynchronous.add(line.Test);
    }
    (line.Pending ? stuck : returned).add(line.Test);
    if (line.Endless) {
      endless.add(line.Test);
    }
    if (line.Stateless) {
      stateless.add(line.Test);
    }
    seen.computeIfAbsent(line.Test, _ -> new HashMap<>()).merge(line.Order, 1, Integer::sum);
    panics.merge(
        line.Test,
        new Panics(1, line.Panic.isEmpty() ? 0 : 1, isOfNil(line.Panic) ? 1 : 0),
        Panics::plus);
    addSteps(line);
    behaviors.merge(line.Test, line.behavior(), (a, b) -> a.compareTo(b) >= 0 ? a : b);
    if (line.Results != null) {
      results
          .computeIfAbsent(line.Test, _ -> new HashMap<>())
          .computeIfAbsent(line.Order, _ -> new ArrayList<>())
          .add(new Results(line.Results, line.State == null ? List.of() : line.State));
    }
  }

  private void addSteps(Line line) {
    Set<Integer> before = new HashSet<>();
    for (int call : line.Serial == null ? List.<Integer>of() : line.Serial) {
      returning
          .computeIfAbsent(line.Test, _ -> new HashSet<>())
          .add(new Step(Set.copyOf(before), call));
      before.add(call);
    }
    if (line.Waits >= 0) {
      waiting.computeIfAbsent(line.Test, _ -> new HashSet<>()).add(new Step(before, line.Waits));
    }
  }

  /**
   * The calls that may not wait for good: made after those that have returned, they return as well,
   * however these are ordered. The calls were not one after the other then (the stuck histories of
   * Burckhardt et al., "Line-Up", PLDI 2010, without their results). Where no order makes the calls
   * that have returned without one that waits, as at a barrier, nothing is known.
   *
   * @param returned calls that have returned, numbered over all goroutines
   * @param stuck those that wait
   */
  public Set<Integer> forgotten(String test, Set<Integer> returned, Set<Integer> stuck) {
    Set<Step> goOn = returning.getOrDefault(test, Set.of());
    Set<Step> wait = waiting.getOrDefault(test, Set.of());
    return stuck.stream()
        .filter(call -> {
          Step step = new Step(returned, call);
          return goOn.contains(step) && !wait.contains(step);
        })
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What the calls of a scenario do one after the other. */
  public Behavior of(String test) {
    Behavior known = behaviors.getOrDefault(test, Behavior.UNKNOWN);
    return known == Behavior.RETURNS && !isComplete(test) ? Behavior.UNKNOWN : known;
  }

  private boolean isComplete(String test) {
    return seen.getOrDefault(test, Map.of()).size() >= all.getOrDefault(test, 1);
  }

  /** Whether a call panics in every order, each time that it was run. */
  public boolean isAlwaysPanicking(String test) {
    Panics known = panics.get(test);
    return known != null && known.panicked == known.runs && isComplete(test);
  }

  /** Whether a call finds a value missing in every order, each time that it was run. */
  public boolean isAlwaysNil(String test) {
    Panics known = panics.get(test);
    return known != null && known.nil == known.runs && isComplete(test);
  }

  /** Whether a panic says that code relies on a value that is nil. */
  public static boolean isOfNil(String panic) {
    return NIL.matcher(panic).find();
  }

  private static final Pattern NIL =
      Pattern.compile(
          "nil pointer dereference|nil map|close of nil channel|interface conversion: .* is nil, not");

  /** Whether some call waits for good in every order, each time that it was run. */
  public boolean isAlwaysStuck(String test) {
    return stuck.contains(test) && !returned.contains(test) && isComplete(test);
  }

  /** Whether the method that ends the object may wait for good, so that it is not called. */
  public boolean isEndless(String test) {
    return endless.contains(test);
  }

  /** Whether its orders were begun: those that were not had no time. */
  public boolean isBegun(String test) {
    return begun.contains(test);
  }

  /**
   * Whether results may be compared: all calls of all orders return at the end, each order was run
   * several times, something is the same in each run of one, and no goroutine that the object
   * started itself can be in the middle of something.
   */
  public boolean isComparable(String test) {
    Behavior behavior = of(test);
    return (behavior == Behavior.RETURNS || behavior == Behavior.WAITS)
        && isComplete(test)
        && !asynchronous.contains(test)
        && !stateless.contains(test)
        && isStable(test);
  }

  /**
   * Whether something that a call returns, or that shows the state, is the same in each of enough
   * runs of one order: in three where something else is not, which may be the same by chance.
   */
  private boolean isStable(String test) {
    List<Results> runs = runs(test);
    Set<Integer> stable = stable(test);
    int least = runs.stream().allMatch(run -> stable.size() == run.size()) ? 2 : 3;
    return seen.getOrDefault(test, Map.of()).values().stream().allMatch(count -> count >= least)
        && stable.stream().anyMatch(at -> runs.getFirst().isResult(at));
  }

  private List<Results> runs(String test) {
    return results.getOrDefault(test, Map.of()).values().stream().flatMap(List::stream).toList();
  }

  /**
   * The parts of the results that are the same in each run of one order, numbered as {@link
   * Results#part} has it: others depend on the time, or on chance.
   */
  private Set<Integer> stable(String test) {
    Map<String, List<Results>> byOrder = results.getOrDefault(test, Map.of());
    int size = runs(test).stream().mapToInt(Results::size).min().orElse(0);
    return IntStream.range(0, size)
        .filter(at ->
            byOrder.values().stream()
                .allMatch(runs -> runs.stream().map(run -> run.part(at)).distinct().count() == 1))
        .boxed()
        .collect(Collectors.toSet());
  }

  /**
   * The calls of one method whose results are never equal one after the other, in pairs, numbered
   * over all goroutines: such as identifiers, which differ from run to run. Texts that are short
   * may also differ by chance.
   */
  List<List<Integer>> distinct(String test) {
    List<List<String>> runs = runs(test).stream().map(Results::calls).toList();
    if (of(test) != Behavior.RETURNS || stateless.contains(test) || runs.size() < FEWEST_RUNS) {
      return List.of();
    }
    Set<Integer> stable = isComparable(test) ? stable(test) : Set.of();
    List<List<Integer>> pairs = new ArrayList<>();
    for (int second = 1; second < runs.getFirst().size(); second++) {
      for (int first = 0; first < second; first++) {
        if (!stable.contains(first)
            && !stable.contains(second)
            && areDistinct(runs, first, second)) {
          pairs.add(List.of(first, second));
        }
      }
    }
    return pairs;
  }

  private static boolean areDistinct(List<List<String>> runs, int first, int second) {
    Set<String> seen = new HashSet<>();
    for (List<String> results : runs) {
      Matcher a = RESULT.matcher(results.get(first));
      Matcher b = RESULT.matcher(results.get(second));
      if (!a.matches()
          || !b.matches()
          || !a.group(1).equals(b.group(1))
          || a.group(2).equals(b.group(2))) {
        return false;
      }
      seen.add(a.group(2));
      seen.add(b.group(2));
    }
    return seen.size() >= FEWEST_RUNS;
  }

  /** How many runs have to agree. */
  private static final int FEWEST_RUNS = 4;

  /** A method and what it returned, if that is long enough not to be the same by chance. */
  private static final Pattern RESULT = Pattern.compile("(\\w+): (.{6,})", Pattern.DOTALL);

  /** All that orders of a scenario's calls returned, in the form in which its test compares it. */
  public List<String> results(String test) {
    Set<Integer> stable = stable(test);
    return runs(test).stream().map(run -> run.text(stable)).distinct().sorted().toList();
  }

  /**
   * What the calls of a scenario returned.
   *
   * @param results as the test has them
   * @param possible what orders of the calls return instead; empty if two of the results are equal,
   *     and differ in every order
   */
  public record Unexplained(String results, List<String> possible) {}

  /** What no order explains, if a test failed for that; empty if it failed for something else. */
  public Optional<Unexplained> unexplained(String test, String message) {
    return after(EQUAL, message)
        .map(results -> new Unexplained(results, List.of()))
        .or(() -> after(UNEXPLAINED, message).map(got -> new Unexplained(got, results(test))));
  }

  private static Optional<String> after(String begin, String message) {
    int at = message.indexOf(begin);
    return at < 0 ? Optional.empty() : Optional.of(message.substring(at + begin.length()).strip());
  }

  /**
   * The source of scenarios, with the results that each may have, and without what ends the object
   * where that waits for good, or what shows its state where that panics: they may only be called
   * when another method was. Statements of a setup may look like those that compare results, so
   * only those after a mark, up to the first use, are taken for them.
   */
  public String completed(String source) {
    StringBuilder completed = new StringBuilder();
    String test = "";
    boolean isEnd = false;
    for (String line : (Iterable<String>) source.lines()::iterator) {
      String text = line.strip();
      if (text.startsWith(MARK)) {
        test = text.substring(MARK.length());
      } else if (text.startsWith(END)) {
        isEnd = endless.contains(text.substring(END.length()));
      } else if (!test.isEmpty()) {
        boolean isUse = text.equals(USE);
        if (isUse && isComparable(test)) {
          completed.append(comparison(test));
        } else if (!stateless.contains(test)) {
          completed.append(text.startsWith(TEXT) ? before(test) : "").append(line).append('\n');
        }
        test = isUse ? "" : test;
      } else if (!isEnd || line.equals("}")) {
        isEnd = false;
        completed.append(line).append('\n');
      }
    }
    return completed.toString();
  }

  private static final String MARK = "//harrier:orders ";
  private static final String END = "//harrier:end ";
  private static final String TEXT = "got := ";
  private static final String USE = "_ = got";

  /** What the test of a scenario does before it makes a text of its results. */
  private String before(String test) {
    String differ =
        distinct(test).stream()
            .map(pair -> "results[%d] == results[%d]".formatted(pair.getFirst(), pair.getLast()))
            .collect(Collectors.joining(" || "));
    StringBuilder before = new StringBuilder();
    if (!differ.isEmpty()) {
      before.append("\tif %s {\n\t\tt.Errorf(\"".formatted(differ));
      before.append(EQUAL).append("%v\", results)\n\t}\n");
    }
    if (isComparable(test)) {
      Results first = runs(test).getFirst();
      Set<Integer> stable = stable(test);
      for (int at = 0; at < first.size(); at++) {
        int call = first.calls().size();
        if (!stable.contains(at) && at < call) {
          before.append(
              "\tresults[%d] = %s // is not the same in each run\n"
                  .formatted(at, quoted(Results.unknown(first.part(at)))));
        } else if (!stable.contains(at)) {
          before.append(
              "\tstate[%d] = %s // is not the same in each run\n"
                  .formatted(at - call, quoted(Results.UNKNOWN)));
        }
      }
    }
    return before.toString();
  }

  /** What fails the test of a scenario if no order explains its results. */
  private String comparison(String test) {
    String orders =
        results(test).stream()
            .map(result -> "\t\t%s: true,\n".formatted(quoted(result)))
            .collect(Collectors.joining());
    return "\tif !map[string]bool{\n%s\t}[got] {\n\t\tt.Errorf(\"%s%%s\", got)\n\t}\n"
        .formatted(orders, UNEXPLAINED);
  }

  /** A string as Go's source has it. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(c -> {
          switch (c) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            case '\n' -> quoted.append("\\n");
            default -> {
              if (c < ' ' || c == 0x7f) {
                quoted.append("\\x%02x".formatted(c));
              } else {
                quoted.append((char) c);
              }
            }
          }
        });
    return quoted.append('"').toString();
  }
}
