package dev.harrier.toolchain.patch;

import dev.harrier.toolchain.driver.GoVersion;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The edits that make scheduling points of atomics, {@code sync.Map} and {@code sync.Pool}.
 *
 * <p>The assembly functions of {@code sync/atomic} go to functions that tell the scheduler first.
 * Nobody calls them but packages that are compiled without intrinsics ({@link
 * dev.harrier.toolchain.build.GoBuild}), and no build with {@code -race}, which has an assembly
 * file of its own.
 */
final class AtomicEdits {
  private static final Pattern FUNCTION =
      Pattern.compile(
          "TEXT ·((Swap|CompareAndSwap|Add|And|Or|Load|Store)(Int32|Uint32|Int64|Uint64|Uintptr"
              + "|Pointer))\\(SB\\),NOSPLIT,\\$0\n\tJMP\t(\\S+)\\(SB\\)\n");

  /** Fewer are not all. */
  private static final int FUNCTIONS = 31;

  private static final int FIRST_CONTROLLED = 26;

  private final Goroot goroot;
  private final GoVersion version;

  AtomicEdits(Goroot goroot, GoVersion version) {
    this.goroot = goroot;
    this.version = version;
  }

  void apply() throws PatchException, IOException {
    if (!version.atLeast(FIRST_CONTROLLED)) {
      return;
    }
    functions();
    pointers();
    values();
    maps();
    pools();
  }

  private void functions() throws PatchException, IOException {
    GoSource assembly = goroot.source("sync/atomic/asm.s");
    StringBuilder raw = new StringBuilder();
    StringBuilder hooks = new StringBuilder(HookSources.read("atomic/hooks.go"));
    int found = 0;
    Matcher m = FUNCTION.matcher(assembly.text());
    while (m.find()) {
      found++;
      String name = m.group(1);
      String target = m.group(4);
      raw.append("\nTEXT ·harrierRaw%s(SB),NOSPLIT,$0\n\tJMP\t%s(SB)\n".formatted(name, target));
      hooks.append(hook(name, m.group(2), type(m.group(3))));
    }
    if (found < FUNCTIONS) {
      throw new PatchException("sync/atomic/asm.s", "top level", "TEXT ·...", found);
    }
    assembly.rewrite(
        FUNCTION
                .matcher(assembly.text())
                .replaceAll("TEXT ·$1(SB),NOSPLIT,\\$0\n\tJMP\t·harrier$1(SB)\n")
            + raw);
    goroot.source("sync/atomic/value.go").append("sync/atomic hooks", hooks.toString());
  }

  private static String type(String suffix) {
    return suffix.equals("Pointer") ? "unsafe.Pointer" : suffix.toLowerCase(Locale.ROOT);
  }

  private static String hook(String name, String operation, String type) {
    return switch (operation) {
      case "Load" -> function(name, "addr *" + type, "(x " + type + ")", "addr", "Load", "true");
      case "Store" -> function(name, "addr *" + type + ", x " + type, "", "addr, x", "Store", "");
      case "CompareAndSwap" ->
          function(
              name,
              "addr *%s, old, new %s".formatted(type, type),
              "(x bool)",
              "addr, old, new",
              "Update",
              "!x");
      default ->
          function(
              name,
              "addr *%s, y %s".formatted(type, type),
              "(x " + type + ")",
              "addr, y",
              "Update",
              "");
    };
  }

  private static String function(
      String name,
      String parameters,
      String result,
      String arguments,
      String access,
      String inVain) {
    return """

    //go:noescape
    func harrierRaw%1$s(%2$s) %3$s

    func harrier%1$s(%2$s) %3$s {
    	harrierBefore(unsafe.Pointer(addr), harrier%5$s)
    	%6$sharrierRaw%1$s(%4$s)%7$s
    	return
    }
    """
        .formatted(
            name,
            parameters,
            result,
            arguments,
            access,
            result.isEmpty() ? "" : "x = ",
            inVain.isEmpty() ? "" : "\n\tharrierAfterRead(" + inVain + ")");
  }

  /**
   * Those of pointers are package runtime's. It does the access by an atomic of its own, for
   * nothing may come between that and the write barrier.
   */
  private void pointers() throws PatchException, IOException {
    GoSource pointers = goroot.source("runtime/atomic_pointer.go");
    pointer(pointers, "Store", "StoreUintptr", "Storeuintptr", 2);
    pointer(pointers, "Swap", "SwapUintptr", "Xchguintptr", 3);
    pointer(pointers, "CompareAndSwap", "CompareAndSwapUintptr", "Casuintptr", 3);
  }

  private static void pointer(
      GoSource source, String operation, String called, String instead, int access)
      throws PatchException {
    GoSource.Function function = source.function("func sync_atomic_" + operation + "Pointer(");
    String call = "sync_atomic_" + called + "(";
    function
        .swap(call, "harrierPlain" + operation + "(")
        .atEntry(
            "if harrierSerial != 0 && !raceenabled { harrierAtomic(unsafe.Pointer(ptr), %d) };"
                .formatted(access));
    boolean stores = operation.equals("Store");
    boolean swaps = operation.equals("Swap");
    String parameters =
        stores || swaps ? "ptr *uintptr, new uintptr" : "ptr *uintptr, old, new uintptr";
    String arguments = stores || swaps ? "ptr, new" : "ptr, old, new";
    String result = stores ? "" : swaps ? "uintptr" : "bool";
    String keyword = stores ? "" : "return ";
    source.append(
        "an access without a hook",
        """
        package runtime

        //go:nosplit
        func harrierPlain%s(%s) %s {
        	if raceenabled {
        		%ssync_atomic_%s(%s)
        	} else {
        		%satomic.%s(%s)
        	}
        }
        """
            .formatted(
                operation,
                parameters,
                result,
                keyword,
                called,
                arguments,
                keyword,
                instead,
                arguments));
  }

  private void values() throws PatchException, IOException {
    GoSource value = goroot.source("sync/atomic/value.go");
    for (String method : List.of("Load", "Store", "Swap", "CompareAndSwap")) {
      String access = method.equals("Load") || method.equals("Store") ? method : "Update";
      value
          .function("func (v *Value) " + method + "(")
          .atEntry(
              "if harrierSerial != 0 { harrierAtomic(unsafe.Pointer(v), harrier%s) };"
                  .formatted(access));
    }
  }

  private void maps() throws PatchException, IOException {
    GoSource map = goroot.source("sync/map.go");
    for (String method : List.of("Load", "Range")) {
      shared(map, "func (m *Map) " + method + "(", "m", 1);
    }
    for (String method :
        List.of(
            "Store",
            "Clear",
            "LoadOrStore",
            "LoadAndDelete",
            "Delete",
            "Swap",
            "CompareAndSwap",
            "CompareAndDelete")) {
      shared(map, "func (m *Map) " + method + "(", "m", 3);
    }
  }

  private void pools() throws PatchException, IOException {
    GoSource pool = goroot.source("sync/pool.go");
    shared(pool, "func (p *Pool) Put(", "p", 3);
    shared(pool, "func (p *Pool) Get(", "p", 3);
  }

  /** Not inlined: the caller is looked for among the frames. */
  private static void shared(GoSource source, String function, String variable, int access)
      throws PatchException {
    source
        .function(function)
        .noInline()
        .atEntry("if harrierSerial != 0 { %s.harrierUse(%d) };".formatted(variable, access));
  }
}
