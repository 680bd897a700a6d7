package dev.harrier.binary.rewrite;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harrier.binary.code.Code;
import dev.harrier.binary.elf.ElfFile;
import dev.harrier.binary.elf.Machine;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.log.HookTable;
import dev.harrier.binary.pclntab.GoFunction;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.binary.semantics.Hook;
import dev.harrier.binary.semantics.HookEvent;
import dev.harrier.binary.semantics.Layout;
import dev.harrier.binary.semantics.OffsetCheck;
import dev.harrier.binary.x86.Assembler;
import dev.harrier.binary.x86.Instruction;
import dev.harrier.model.ending.BlindSpot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Rewrites one executable. */
public final class Rewriter {
  /** Goroutines of the runtime itself, for which no operation of the program waits. */
  private static final Set<String> HOUSEKEEPERS =
      Set.of(
          "runtime.gcBgMarkWorker",
          "runtime.bgsweep",
          "runtime.bgscavenge",
          "runtime.forcegchelper",
          "runtime.runFinalizers",
          "runtime.runCleanups");

  private final Code code;
  private final Layout layout;
  private final Patches patches;
  private final Trampolines trampolines;
  private final List<BlindSpot> blindSpots = new ArrayList<>();

  private Rewriter(Code code, Layout layout, Patches patches, Trampolines trampolines) {
    this.code = code;
    this.layout = layout;
    this.patches = patches;
    this.trampolines = trampolines;
  }

  /**
   * Writes a copy of {@code in} that logs its concurrency operations when its environment has
   * {@code HARRIER_LOG=directory}, and behaves like {@code in} otherwise. {@code in} is only read.
   *
   * @param out must not exist
   * @throws UnusableBinaryException if the file is none that can be rewritten safely
   */
  public static RewriteReport rewrite(Path in, Path out, LogSettings settings) throws IOException {
    return rewrite(in, out, settings, Trampolines.LARGEST_NUMBER);
  }

  /**
   * The same.
   *
   * @param places how many can be hooked
   */
  static RewriteReport rewrite(Path in, Path out, LogSettings settings, int places)
      throws IOException {
    try {
      return rewriteSound(in, out, settings, places);
    } catch (Trampolines.TooManyPlacesException tooMany) {
      throw new UnusableBinaryException(
          "%s has more than %,d places with channel operations, locks and the like, as many as Harrier can distinguish; trace a smaller program, or let harrier test watch its tests."
              .formatted(in, places),
          tooMany);
    } catch (IndexOutOfBoundsException
        | IllegalArgumentException
        | ArithmeticException
        | NegativeArraySizeException
        | NoSuchElementException damaged) {
      throw new UnusableBinaryException(
          in + " is damaged: its tables contradict each other (" + damaged.getMessage() + ").",
          damaged);
    }
  }

  private static RewriteReport rewriteSound(Path in, Path out, LogSettings settings, int places)
      throws IOException {
    ElfFile file = ElfFile.open(in);
    if (file.header().machine() != Machine.AMD64) {
      throw new UnusableBinaryException(
          "%s is for linux/%s; Harrier rewrites executables for linux/amd64: build it with GOARCH=amd64, or let harrier test watch its tests."
              .formatted(in, file.header().machine().goarch()));
    }
    if (HookTable.isIn(file.bytes())) {
      throw new UnusableBinaryException(
          in + " was rewritten already; give Harrier the file that go build wrote.");
    }
    GoSymbols symbols = GoSymbols.of(file);
    if (!Layout.isKnown(symbols.minorVersion())) {
      throw new UnusableBinaryException(
          "%s was built by %s; Harrier rewrites executables of Go 1.22 to 1.27."
              .formatted(in, symbols.buildInfo().goVersion()));
    }
    Code code = new Code(symbols);
    Layout layout = Layout.of(symbols.minorVersion());
    OffsetCheck.run(code, layout);

    byte[] image = file.bytes().toArray(JAVA_BYTE);
    long buildId = HookTable.digest(image);
    ExecutableWriter writer = new ExecutableWriter(file);
    Assembler assembler = new Assembler(writer.codeAddress());
    long entry =
        new EntryStub(assembler, writer.logWord(), settings, buildId).write(file.header().entry());
    RecordWriterCode logger = new RecordWriterCode(assembler, writer.logWord(), layout);
    Rewriter rewriter =
        new Rewriter(
            code,
            layout,
            new Patches(code, image),
            new Trampolines(assembler, file, writer.logWord(), logger, places));
    rewriter.hook();

    List<Trampolines.HookSite> sites = rewriter.trampolines.sites();
    HookTable table =
        new HookTable(
            buildId,
            entry,
            sites.stream()
                .map(s -> new HookTable.Site(s.event(), s.address(), s.inline()))
                .toList());
    byte[] machineCode = assembler.toByteArray();
    writer.write(out, image, machineCode, entry, table.toBytes());
    Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new RewriteReport(code.goVersion(), count(sites), rewriter.blindSpots);
  }

  private void hook() throws UnusableBinaryException {
    boolean inlined = locksAreInlined();
    List<Hook> hooks = Hook.of(code.symbols().minorVersion(), layout);
    Set<String> names =
        hooks.stream()
            .filter(h -> isSet(h.when(), inlined))
            .map(Hook::function)
            .collect(Collectors.toSet());
    Map<String, Set<String>> hosts = InlinedHosts.of(code, names);
    FunctionHooks functions = new FunctionHooks(code, patches, trampolines);
    for (Hook hook : hooks) {
      boolean wanted =
          hook.when() instanceof Hook.When.Hosts h
              ? hosts.getOrDefault(h.inlined(), Set.of()).contains(hook.function())
              : isSet(hook.when(), inlined);
      Optional<GoFunction> f = code.function(hook.function());
      if (wanted && f.isPresent()) {
        set(functions, hook, f.get());
      }
    }
    if (inlined) {
      LockHooks locks = new LockHooks(code, patches, trampolines);
      blindSpots.addAll(locks.setAll());
      hosts.getOrDefault(LockSites.ADD, new TreeSet<>()).removeAll(locks.hostsOfAdd());
    }
    report(hooks, hosts);
  }

  private static boolean hooksHost(List<Hook> hooks, String inlined, String host) {
    return hooks.stream()
        .anyMatch(h ->
            h.function().equals(host)
                && h.when() instanceof Hook.When.Hosts w
                && w.inlined().equals(inlined));
  }

  private void set(FunctionHooks functions, Hook hook, GoFunction f)
      throws UnusableBinaryException {
    try {
      functions.set(hook, f);
    } catch (UnhookableException e) {
      if (hook.function().startsWith("runtime.")) {
        throw new UnusableBinaryException(
            "%s can't be rewritten: %s.".formatted(code.path(), e.getMessage()), e);
      }
      blindSpots.add(e.spot());
    }
  }

  private void report(List<Hook> hooks, Map<String, Set<String>> hosts)
      throws UnusableBinaryException {
    for (Map.Entry<String, Set<String>> entry : hosts.entrySet()) {
      boolean ofRuntime = entry.getKey().startsWith("runtime.");
      // What the runtime does for itself (its scavenger's timer) is no operation of the program.
      List<String> missed =
          entry.getValue().stream()
              .filter(h -> ofRuntime ? !HOUSEKEEPERS.contains(h) : !h.startsWith("runtime."))
              .filter(h -> !hooksHost(hooks, entry.getKey(), h))
              .toList();
      if (missed.isEmpty()) {
        continue;
      }
      if (ofRuntime) {
        throw new UnusableBinaryException(
            "%s can't be rewritten: %s is inlined into %s (profile-guided optimization); build it with -pgo=off."
                .formatted(code.path(), entry.getKey(), missed));
      }
      blindSpots.add(new BlindSpot.Inlined(entry.getKey(), missed));
    }
  }

  private static boolean isSet(Hook.When when, boolean inlined) {
    return switch (when) {
      case Hook.When.Always _ -> true;
      case Hook.When.LocksInlined _ -> inlined;
      case Hook.When.LocksOutlined _ -> !inlined;
      case Hook.When.Hosts _ -> false;
    };
  }

  /**
   * Whether the atomic instructions of locks are in line. Where they are not (race detector,
   * optimization off), neither are the functions of the locks.
   */
  private boolean locksAreInlined() {
    return hasInstruction("sync.(*Mutex).Lock", LockSites::isSwap)
        && hasInstruction("internal/sync.(*Mutex).Lock", LockSites::isSwap)
        && hasInstruction("sync.(*RWMutex).RLock", LockSites::isAdd);
  }

  /** True also if there is no such function: then it is inlined everywhere. */
  private boolean hasInstruction(String function, Predicate<Instruction> wanted) {
    return code.function(function)
        .map(f -> code.instructions(f).stream().anyMatch(wanted))
        .orElse(true);
  }

  private static Map<HookEvent, Integer> count(List<Trampolines.HookSite> sites) {
    Map<HookEvent, Integer> counts = new EnumMap<>(HookEvent.class);
    sites.forEach(s -> counts.merge(s.event(), 1, Integer::sum));
    return counts;
  }

  /**
   * Finds the functions that hooked functions were inlined into: profile-guided optimization does
   * that to functions that are never inlined otherwise, and what is inlined passes by the hook.
   */
  private static final class InlinedHosts {
    private InlinedHosts() {}

    /** For each of {@code names} that is inlined anywhere: the machine-code functions it is in. */
    static Map<String, Set<String>> of(Code code, Collection<String> names) {
      Map<String, Set<String>> hosts = new HashMap<>();
      for (GoFunction f : code.symbols().functions()) {
        for (String callee : code.symbols().inlinedInto(f)) {
          if (names.contains(callee)) {
            hosts.computeIfAbsent(callee, _ -> new TreeSet<>()).add(code.name(f));
          }
        }
      }
      return hosts;
    }
  }
}
