package dev.harrier.vet.library;

import dev.harrier.vet.sync.Exclusion;
import dev.harrier.vet.sync.OrderHint;
import dev.harrier.vet.sync.SyncKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What {@code library.txt} says; the head of that file explains its lines. A line that is not
 * understood, or a name that is there twice, is an error of the build: a test reads the file.
 */
final class LibraryFile {
  /** Kinds of names that are no functions with an effect. */
  enum Names {
    HANDLER_TYPE,
    REQUEST_TYPE,
    TEST_SERVER,
    SERVES,
    WAITED_ON_TYPE,
    CANCEL_CONTEXT,
    CANCELLABLE_CONTEXT,
    LASTING_CONTEXT,
    READERS_LOCK,
    MAKES_COND,
    COND_TYPE,
    ITERATOR,
    UNKNOWN_LOCK_TYPE,
    CONNECTING_PACKAGE,
    SHARED_TYPE,
    TEST_PATH,
    NO_TEST_PATH,
    ENDING_WORD,
    TAKING_WORD
  }

  private final Map<String, Effect> effects = new HashMap<>();
  private final Map<Names, Set<String>> names = new EnumMap<>(Names.class);

  private LibraryFile() {
    for (Names kind : Names.values()) {
      names.put(kind, new HashSet<>());
    }
  }

  /** The file that is part of Harrier. */
  static LibraryFile ofHarrier() {
    try (InputStream in = LibraryFile.class.getResourceAsStream("library.txt")) {
      if (in == null) {
        throw new IllegalStateException("library.txt is missing next to " + LibraryFile.class);
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads the text of such a file.
   *
   * @throws IllegalArgumentException at a line that is not understood, or a second one for a name
   */
  static LibraryFile parse(String text) {
    LibraryFile file = new LibraryFile();
    text.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).forEach(file::line);
    return file;
  }

  Map<String, Effect> effects() {
    return effects;
  }

  Set<String> names(Names kind) {
    return names.getOrDefault(kind, Set.of());
  }

  private void line(String line) {
    List<String> words = List.of(line.strip().split("\\s+"));
    if (words.size() < 2) {
      throw new IllegalArgumentException("expected a kind and a name, found: " + line);
    }
    String kind = words.getFirst();
    String name = words.get(1);
    List<String> details = words.subList(2, words.size());
    boolean isNew =
        isNames(kind)
            ? names(Names.valueOf(constant(kind))).add(name)
            : effects.put(name, effect(kind, name, details)) == null;
    if (!isNew) {
      throw new IllegalArgumentException("expected each name once, found again: " + line);
    }
  }

  private static boolean isNames(String kind) {
    for (Names known : Names.values()) {
      if (known.name().equals(constant(kind))) {
        return true;
      }
    }
    return false;
  }

  private static String constant(String kind) {
    return kind.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private static Effect effect(String kind, String name, List<String> details) {
    return switch (kind) {
      case "lock" -> new Effect.Locks(mode(details));
      case "unlock" -> new Effect.Unlocks(mode(details));
      case "try-lock" -> new Effect.TriesLock(mode(details));
      case "add" -> new Effect.Counts();
      case "done" -> new Effect.Synchronizes(SyncKind.DONE);
      case "limit" -> new Effect.Limits();
      case "wait" -> new Effect.Synchronizes(SyncKind.WAIT);
      case "signal" -> new Effect.Synchronizes(SyncKind.SIGNAL);
      case "signaled" -> new Effect.Synchronizes(SyncKind.SIGNALED);
      case "sleep" -> new Effect.Synchronizes(OrderHint.SLEEP);
      case "once" -> new Effect.RunsOnce(argument(details));
      case "start" -> start(name, details);
      case "handle" -> new Effect.Handles(argument(details));
      case "atomic-load" -> new Effect.LoadsAtomically(details.contains("plain"));
      case "atomic-add" -> new Effect.StoresAtomically(details.contains("plain"), false, -1);
      case "atomic-store" -> new Effect.StoresAtomically(details.contains("plain"), false, 1);
      case "atomic-swap" -> new Effect.StoresAtomically(details.contains("plain"), true, 2);
      case "subtest" -> new Effect.RunsSubtest(argument(details));
      case "parallel" -> new Effect.BecomesParallel();
      case "rest" -> new Effect.WaitsForRest();
      case "read-stream" -> new Effect.Transfers(OrderHint.ARRIVE);
      case "write-stream" -> new Effect.Transfers(OrderHint.DEPART);
      case "ends" -> new Effect.Ends();
      case "nothing" -> new Effect.Nothing();
      default -> throw new IllegalArgumentException("expected a known kind, found: " + kind);
    };
  }

  private static Effect start(String name, List<String> details) {
    String last = details.getLast();
    boolean named = !last.equals("group") && !last.equals("many") && details.size() > 1;
    return new Effect.Starts(
        argument(details),
        details.contains("group"),
        details.contains("many"),
        named ? last : name);
  }

  private static int argument(List<String> details) {
    return Integer.parseInt(details.getFirst());
  }

  private static Exclusion mode(List<String> details) {
    return Exclusion.valueOf(constant(details.getFirst()));
  }
}
