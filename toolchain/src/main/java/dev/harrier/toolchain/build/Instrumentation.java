package dev.harrier.toolchain.build;

import dev.harrier.model.ending.Remark.BuildAddition;
import dev.harrier.toolchain.patch.Overlay;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the compiler adds to programs, and the runtime that it is for.
 *
 * @param overlay of Go's own packages
 * @param flags for the compiler; of those that fit a package the last one decides
 * @param purpose what is added; empty if nothing is
 */
public record Instrumentation(
    Overlay overlay, List<String> flags, Optional<BuildAddition> purpose) {
  private static final String CALLS = "-d=ssa/intrinsics/off";

  /**
   * Accesses to memory inform the race detector, and atomics are calls. Checks of unsafe pointers,
   * which come with it, are off: functions that must not be checked are compiled into callers that
   * are, where only the caller's package is instrumented.
   */
  private static final String ACCESSES = "-race -d=checkptr=0";

  /**
   * Go's own packages that do not link if their intrinsics are calls, or whose atomics only make
   * locks, of which the detector is informed.
   *
   * <p>None of these, and none of {@link #ARITHMETIC}, may use {@code sync.Map}: each package that
   * does has the code of its generic parts, the linker takes anyone's for all, and with intrinsics
   * that informs the detector of nothing that the map orders.
   */
  static final List<String> RUNTIME = List.of("runtime", "internal/runtime/...", "internal/sync");

  /** Slow without intrinsics, and nothing that they order is the program's. */
  static final List<String> ARITHMETIC =
      List.of(
          "math", "math/big", "math/bits", "math/cmplx", "crypto/internal/fips140/...", "hash/...");

  /**
   * Go's own packages whose functions and types read and write, without locks of their own, what
   * callers share: a buffer, a source of random numbers, a slice that is sorted, a value that is
   * encoded. Packages {@code fmt} and {@code reflect}, on which nearly all programs spend their
   * time, are not among them.
   */
  static final List<String> LENT =
      List.of(
          "bufio",
          "bytes",
          "container/...",
          "encoding/...",
          "io",
          "maps",
          "math/rand/...",
          "net/textproto",
          "net/url",
          "slices",
          "sort",
          "strings");

  /** Package sync needs intrinsics of the runtime; here only its atomics are calls. */
  private static final List<String> SYNC = List.of("sync", "sync/...");

  public Instrumentation {
    flags = List.copyOf(flags);
  }

  /** None but the hooks in Go's own packages. */
  public static Instrumentation none(Overlay overlay) {
    return new Instrumentation(overlay, List.of(), Optional.empty());
  }

  /**
   * Atomics of all packages but Go's own are scheduling points: compiled without intrinsics they
   * are calls (see {@code src/main/go/runtime/atomics.go}).
   */
  public static Instrumentation atomics(Overlay overlay) {
    return new Instrumentation(
        overlay, List.of(flag("all", CALLS), flag("std", "")), Optional.of(BuildAddition.ATOMICS));
  }

  /**
   * Accesses to memory of all packages are looked at, Go's own among them.
   *
   * @param overlay with the race detector
   */
  public static Instrumentation racesInAll(Overlay overlay) {
    return new Instrumentation(
        overlay, List.of(flag("all", ACCESSES)), Optional.of(BuildAddition.RACES));
  }

  /**
   * Accesses to memory of the packages of modules are looked at, and of {@linkplain #LENT those of
   * Go} that work on what callers own. Atomics of all packages inform the detector, for they may be
   * what orders those accesses.
   *
   * @param overlay with the race detector
   * @param modules their import paths
   */
  public static Instrumentation racesIn(List<String> modules, Overlay overlay) {
    List<String> flags = new ArrayList<>(List.of(flag("all", CALLS)));
    Stream.of(RUNTIME, ARITHMETIC).flatMap(List::stream).forEach(p -> flags.add(flag(p, "")));
    Stream.of(SYNC, LENT).flatMap(List::stream).forEach(p -> flags.add(flag(p, ACCESSES)));
    modules.forEach(module -> {
      flags.add(flag(module + "/...", ACCESSES));
      flags.add(flag(module + "_test", ACCESSES));
    });
    return new Instrumentation(overlay, flags, Optional.of(BuildAddition.RACES));
  }

  /** The same, but nothing is recorded of the accesses in these packages. */
  Instrumentation without(List<String> importPaths) {
    List<String> more = new ArrayList<>(flags);
    importPaths.forEach(path -> more.add(flag(path, CALLS)));
    return new Instrumentation(overlay, more, purpose);
  }

  private static String flag(String pattern, String compiler) {
    return "-gcflags=" + pattern + "=" + compiler;
  }
}
