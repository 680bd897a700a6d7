package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The functions of {@code sync/atomic} that are assembly, sent through Go functions with hooks
 * around the operation.
 *
 * <p>No one calls them but packages that are compiled without intrinsics ({@link
 * dev.harrier.toolchain.build.GoBuild}), and no build with Go's own race detector, which has an
 * assembly file of its own. {@code harrierRaw...} are the operations without hooks.
 */
final class AtomicFunctions {
  private static final Pattern FUNCTION =
      Pattern.compile(
          "TEXT ·((Swap|CompareAndSwap|Add|And|Or|Load|Store)(Int32|Uint32|Int64|Uint64|Uintptr"
              + "|Pointer))\\(SB\\),NOSPLIT,\\$0\n\tJMP\t(\\S+)\\(SB\\)\n");

  /** Fewer are not all. */
  private static final int FUNCTIONS = 31;

  private AtomicFunctions() {}

  /** What an operation does to the memory; a comparison may swap or only have looked. */
  enum Operation {
    LOAD,
    STORE,
    UPDATE,
    COMPARE
  }

  /**
   * What is done around an operation at {@code addr}. Its type is as its functions are called:
   * {@code Int32} and the like, or {@code Pointer}.
   */
  interface Hook {
    /** The declarations of what the statements use: the name of a hook file. */
    String declarations();

    /** A statement, "" for none. */
    String before(Operation operation, String type);

    /** A statement, "" for none; {@code x} is the operation's result, if it has one. */
    String after(Operation operation, String type);
  }

  /**
   * Rewrites the functions.
   *
   * @param hooks in the order in which each gets its turn, before and after
   */
  static void rewrite(Goroot goroot, List<Hook> hooks) throws PatchException, IOException {
    GoSource assembly = goroot.source("sync/atomic/asm.s");
    GoSource target = goroot.source("sync/atomic/value.go");
    for (Hook hook : hooks) {
      target.append(hook.declarations(), HookSources.read(hook.declarations()));
    }
    Shapes shapes = new Shapes(HookSources.read("atomic/functions.go"));
    StringBuilder raw = new StringBuilder();
    StringBuilder functions = new StringBuilder("package atomic\n");
    int found = 0;
    Matcher m = FUNCTION.matcher(assembly.text());
    while (m.find()) {
      found++;
      raw.append(
          "\nTEXT ·harrierRaw%s(SB),NOSPLIT,$0\n\tJMP\t%s(SB)\n".formatted(m.group(1), m.group(4)));
      functions.append(function(m.group(2), m.group(3), shapes, hooks));
    }
    if (found < FUNCTIONS) {
      throw new PatchException("sync/atomic/asm.s", "top level", "TEXT ·...", found);
    }
    assembly.rewrite(
        FUNCTION
                .matcher(assembly.text())
                .replaceAll("TEXT ·$1(SB),NOSPLIT,\\$0\n\tJMP\t·harrier$1(SB)\n")
            + raw);
    target.append("functions with hooks", functions.toString());
  }

  /**
   * A function as the shape of its verb has it, which is for {@code int32}.
   *
   * @param verb {@code Swap} is the shape of {@code Add}, {@code And} and {@code Or}, too
   */
  private static String function(String verb, String suffix, Shapes shapes, List<Hook> hooks)
      throws IOException {
    Operation operation =
        switch (verb) {
          case "Load" -> Operation.LOAD;
          case "Store" -> Operation.STORE;
          case "CompareAndSwap" -> Operation.COMPARE;
          default -> Operation.UPDATE;
        };
    String type = suffix.equals("Pointer") ? "unsafe.Pointer" : suffix.toLowerCase(Locale.ROOT);
    String shape = operation == Operation.UPDATE ? "Swap" : verb;
    return shapes
        .of(shape)
        .replace("int32", type)
        .replace(shape + "Int32", verb + suffix)
        .replace("\t// before\n", statements(hooks.stream().map(h -> h.before(operation, suffix))))
        .replace("\t// after\n", statements(hooks.stream().map(h -> h.after(operation, suffix))));
  }

  /** How many bytes it operates on. */
  static int size(String type) {
    return type.endsWith("32") ? 4 : 8;
  }

  /** The functions of {@code functions.go}, each with the declaration of what it calls. */
  private record Shapes(String source) {
    String of(String verb) throws IOException {
      int start = source.indexOf("//go:noescape\nfunc harrierRaw" + verb + "Int32(");
      int end = source.indexOf("\n}\n", Math.max(0, start));
      if (start < 0 || end < 0) {
        throw new IOException("Harrier's own atomic/functions.go lacks " + verb);
      }
      return "\n" + source.substring(start, end + 3);
    }
  }

  private static String statements(Stream<String> statements) {
    return statements
        .filter(s -> !s.isEmpty())
        .map(s -> "\t" + s + "\n")
        .collect(Collectors.joining());
  }
}
