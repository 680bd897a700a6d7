package dev.harrier.vet.library;

import dev.harrier.vet.library.LibraryFile.Names;
import dev.harrier.vet.sync.OrderHint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** What is known of code that is not looked into, by its exact name: {@code library.txt}. */
public final class Library {
  /** How threads are launched that a timer runs. */
  public static final String TIMER = "time.AfterFunc";

  private static final String STREAM_METHOD = "func([]byte) (int, error)";
  private static final LibraryFile FILE = LibraryFile.ofHarrier();
  private static final Pattern BETWEEN_WORDS =
      Pattern.compile("_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
  private static final Map<String, Boolean> ENDINGS = new ConcurrentHashMap<>();
  private static final Map<String, Boolean> TAKINGS = new ConcurrentHashMap<>();

  private Library() {}

  /** The functions that start goroutines, and the types of functions that servers do so for. */
  public static Set<String> starters() {
    Set<String> starters = new TreeSet<>(FILE.names(Names.HANDLER_TYPE));
    FILE.effects()
        .forEach((name, effect) -> {
          if (isLaunch(effect)) {
            starters.add(name);
          }
        });
    return starters;
  }

  /** Whether what has this effect makes code run in another goroutine. */
  public static boolean isLaunch(Effect effect) {
    return effect instanceof Effect.Starts
        || effect instanceof Effect.Handles
        || effect instanceof Effect.BecomesParallel;
  }

  /** Whether goroutines that are launched so run when a clock or a context says so. */
  public static boolean isTimed(String launch) {
    return launch.equals(TIMER) || launch.equals("context.AfterFunc");
  }

  /** What a method does that has the form of those of io.Reader and io.Writer. */
  public static Optional<Effect> stream(String name, String signature) {
    if (!signature.equals(STREAM_METHOD)) {
      return Optional.empty();
    }
    return name.endsWith(").Write")
        ? Optional.of(new Effect.Transfers(OrderHint.DEPART))
        : name.endsWith(").Read")
            ? Optional.of(new Effect.Transfers(OrderHint.ARRIVE))
            : Optional.empty();
  }

  /** The effect of a function by its full name; nothing if it is not known. */
  public static Optional<Effect> effect(String name) {
    return Optional.ofNullable(FILE.effects().get(name));
  }

  /** Whether servers run the functions of a type for many requests at once. */
  public static boolean isHandler(String type) {
    return FILE.names(Names.HANDLER_TYPE).contains(type);
  }

  /** Whether a parameter of this type shows that a function serves a single request. */
  public static boolean isRequest(String type) {
    return FILE.names(Names.REQUEST_TYPE).contains(type);
  }

  /** Whether a function makes a server that serves a test, which sends its requests in turn. */
  public static boolean isTestServer(String name) {
    return FILE.names(Names.TEST_SERVER).contains(name);
  }

  /** Whether a function serves a request by a handler, in the goroutine that calls it. */
  public static boolean serves(String name) {
    return FILE.names(Names.SERVES).contains(name);
  }

  /** Whether goroutines wait for each other by what values of a type point to. */
  public static boolean isWaitedOn(String type) {
    return FILE.names(Names.WAITED_ON_TYPE).contains(type);
  }

  /** Whether a function makes a context together with a function that cancels it. */
  public static boolean makesCancel(String name) {
    return FILE.names(Names.CANCEL_CONTEXT).contains(name);
  }

  /** Whether a function makes a context that only its cancel function, or its parent, ends. */
  public static boolean endsOnlyByCancel(String name) {
    return FILE.names(Names.CANCELLABLE_CONTEXT).contains(name);
  }

  /** Whether a function makes of a lock one for readers. */
  public static boolean makesReadersLock(String name) {
    return FILE.names(Names.READERS_LOCK).contains(name);
  }

  /** Whether a function makes a condition with the lock that is argument 0. */
  public static boolean makesCond(String name) {
    return FILE.names(Names.MAKES_COND).contains(name);
  }

  /** Whether a function returns an iterator over its first argument. */
  public static boolean makesIterator(String name) {
    return FILE.names(Names.ITERATOR).contains(name);
  }

  /** Whether a type is that of conditions, whose locks no goroutine changes. */
  public static boolean isCond(String type) {
    return FILE.names(Names.COND_TYPE).contains(type);
  }

  /** Whether the type of a lock does not say what is locked. */
  public static boolean isUnknownLock(String type) {
    return FILE.names(Names.UNKNOWN_LOCK_TYPE).contains(type);
  }

  /** Whether a function makes a context that lasts as long as what is looked at. */
  public static boolean neverEnds(String name) {
    return FILE.names(Names.LASTING_CONTEXT).contains(name);
  }

  /**
   * Whether a package, by an element of its path, helps tests: {@code testutil}, {@code pipetest}.
   */
  public static boolean isForTests(String packagePath) {
    return Arrays.stream(packagePath.split("/"))
        .anyMatch(e ->
            FILE.names(Names.TEST_PATH).contains(e)
                || (e.endsWith("test") && !FILE.names(Names.NO_TEST_PATH).contains(e)));
  }

  /** Whether a package is part of Go itself: its path has no dot before the first slash. */
  public static boolean isStandard(String packagePath) {
    int slash = packagePath.indexOf('/');
    String first = slash < 0 ? packagePath : packagePath.substring(0, slash);
    return !first.isEmpty() && first.indexOf('.') < 0;
  }

  /** Whether the methods of a type may let goroutines wait for each other, for all we know. */
  public static boolean mayConnect(String type) {
    String named = type.startsWith("*") ? type.substring(1) : type;
    int arguments = named.indexOf('[');
    String plain = arguments < 0 ? named : named.substring(0, arguments);
    int dot = plain.lastIndexOf('.');
    String packagePath = dot < 0 ? "" : plain.substring(0, dot);
    return FILE.names(Names.CONNECTING_PACKAGE).contains(packagePath)
        || (!packagePath.isEmpty() && !isStandard(packagePath));
  }

  /** Whether a method, by a word of its name, ends what other goroutines do with the object. */
  public static boolean endsOthers(String method) {
    return ENDINGS.computeIfAbsent(
        method, m -> words(m).stream().anyMatch(FILE.names(Names.ENDING_WORD)::contains));
  }

  /** Whether a method, by its name, waits for what comes in and reports nothing. */
  public static boolean onlyTakes(String method) {
    return TAKINGS.computeIfAbsent(
        method, m -> words(m).stream().limit(1).anyMatch(FILE.names(Names.TAKING_WORD)::contains));
  }

  /** Whether values of a type are handed to everybody: contexts, tests, loggers. */
  public static boolean isSharedByAll(String type) {
    return FILE.names(Names.SHARED_TYPE).contains(type);
  }

  /** The words of a name in camel case, in small letters: {@code ReadAllHTTP} has three. */
  static List<String> words(String name) {
    List<String> words = new ArrayList<>();
    for (String word : BETWEEN_WORDS.split(name)) {
      if (!word.isEmpty()) {
        words.add(word.toLowerCase(Locale.ROOT));
      }
    }
    return words;
  }
}
