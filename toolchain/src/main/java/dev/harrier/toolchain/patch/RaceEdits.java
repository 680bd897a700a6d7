package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The edits of builds that look for data races: Harrier's detector where Go's would be.
 *
 * <p>Go's library tells its race detector all that synchronises, and all memory that begins or
 * ends, behind the constants {@code raceenabled} and {@code race.Enabled}. Here they are true
 * without {@code -race}, so that every such place is used and none has to be edited.
 */
final class RaceEdits {
  private static final List<String> DETECTOR =
      List.of("memory.go", "clocks.go", "order.go", "access.go", "places.go", "found.go");

  private static final Pattern ATOMIC =
      Pattern.compile(
          "TEXT ·((Swap|CompareAndSwap|Add|And|Or|Load|Store)(Int32|Uint32|Int64|Uint64|Uintptr"
              + "|Pointer))\\(SB\\),NOSPLIT,\\$0\n\tJMP\t(\\S+)\\(SB\\)\n");

  /** Fewer are not all. */
  private static final int ATOMICS = 31;

  private final Goroot goroot;

  RaceEdits(Goroot goroot) {
    this.goroot = goroot;
  }

  void apply() throws PatchException, IOException {
    GoSource calls = goroot.source("runtime/race0.go");
    calls.rewrite(HookSources.read("races/calls.go"));
    for (String part : DETECTOR) {
      calls.append("races/" + part, HookSources.read("races/" + part));
    }
    goroot.source("internal/race/norace.go").rewrite(HookSources.read("race/declared.go"));
    // Go's detector drops one in four, by chance that no replay would repeat.
    goroot
        .source("sync/pool.go")
        .function("func (p *Pool) Put(")
        .swap("if runtime_randn(4) == 0 {", "if false {");
    atomics();
  }

  /** In packages that are compiled with {@code -race} atomics are calls of these. */
  private void atomics() throws PatchException, IOException {
    GoSource assembly = goroot.source("sync/atomic/asm.s");
    StringBuilder plain = new StringBuilder();
    StringBuilder hooks = new StringBuilder(HookSources.read("races/atomics.go"));
    int found = 0;
    Matcher m = ATOMIC.matcher(assembly.text());
    while (m.find()) {
      found++;
      plain.append(
          "\nTEXT ·harrierPlain%s(SB),NOSPLIT,$0\n\tJMP\t%s(SB)\n"
              .formatted(m.group(1), m.group(4)));
      hooks.append(hook(m.group(1), m.group(2), m.group(3)));
    }
    if (found < ATOMICS) {
      throw new PatchException("sync/atomic/asm.s", "top level", "TEXT ·...", found);
    }
    assembly.rewrite(
        ATOMIC
                .matcher(assembly.text())
                .replaceAll("TEXT ·$1(SB),NOSPLIT,\\$0\n\tJMP\t·harrierRaced$1(SB)\n")
            + plain);
    goroot.source("sync/atomic/value.go").append("races/atomics.go", hooks.toString());
  }

  /** The detector is told after the operation, which may let others run before it. */
  private static String hook(String name, String operation, String suffix) {
    String type = suffix.equals("Pointer") ? "unsafe.Pointer" : suffix.toLowerCase(Locale.ROOT);
    int size = suffix.endsWith("32") ? 4 : 8;
    return switch (operation) {
      case "Load" ->
          function(name, "addr *" + type, "(x " + type + ")", "addr", orders(size, "Load"));
      case "Store" ->
          function(
              name, "addr *%s, x %s".formatted(type, type), "", "addr, x", orders(size, "Store"));
      case "CompareAndSwap" ->
          function(
              name,
              "addr *%s, old, new %s".formatted(type, type),
              "(x bool)",
              "addr, old, new",
              "if x { %s } else { %s }".formatted(orders(size, "Update"), orders(size, "Load")));
      default ->
          function(
              name,
              "addr *%s, y %s".formatted(type, type),
              "(x %s)".formatted(type),
              "addr, y",
              orders(size, "Update"));
    };
  }

  private static String orders(int size, String access) {
    return "harrierRaceAtomic(unsafe.Pointer(addr), %d, harrierRace%s)".formatted(size, access);
  }

  private static String function(
      String name, String parameters, String result, String arguments, String after) {
    return """

    //go:noescape
    func harrierPlain%1$s(%2$s) %3$s

    //go:nosplit
    func harrierRaced%1$s(%2$s) %3$s {
    	%4$sharrierPlain%1$s(%5$s)
    	%6$s
    	return
    }
    """
        .formatted(name, parameters, result, result.isEmpty() ? "" : "x = ", arguments, after);
  }
}
