package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * The edits that have a controlled run tell of its inputs: what the program reads and no decision
 * is about ({@code src/main/go/runtime/inputs.go}, which reads the clock's itself).
 */
final class InputEdits {
  /** Kinds of {@code inputs.go}. */
  private static final int RANDOM = 2;

  private static final int SYSTEM = 3;
  private static final int ENVIRONMENT = 4;
  private static final int MAP_ORDER = 5;
  private static final int PROCESSORS = 6;
  private static final int MEMORY = 7;

  private final Goroot goroot;
  private final LibraryHooks hooks;

  InputEdits(Goroot goroot, LibraryHooks hooks) {
    this.goroot = goroot;
    this.hooks = hooks;
  }

  void apply() throws PatchException, IOException {
    random();
    system();
    maps();
    read("runtime/debug.go", "func GOMAXPROCS(", PROCESSORS);
    read("runtime/debug.go", "func NumCPU(", PROCESSORS);
    read("runtime/mstats.go", "func ReadMemStats(", MEMORY);
    read("runtime/mprof.go", "func Stack(", MEMORY);
    read("runtime/mheap.go", "func internal_weak_runtime_makeStrongFromWeak(", MEMORY);
  }

  private static String read(int kind) {
    return "if harrierSerial != 0 { harrierInput(%d) };".formatted(kind);
  }

  private void read(String file, String function, int kind) throws PatchException, IOException {
    goroot.source(file).function(function).atEntry(read(kind));
  }

  /** What is drawn from the runtime's generator, and what the system gives. */
  private void random() throws PatchException, IOException {
    for (String file :
        List.of("math/rand/rand.go", "math/rand/v2/rand.go", seeds(), "os/tempfile.go")) {
      hooks.declare(file);
      goroot
          .source(file)
          .replace(
              "//go:linkname runtime_rand runtime.rand\nfunc runtime_rand() uint64",
              "//go:linkname harrierRand runtime.rand\nfunc harrierRand() uint64;"
                  + " func runtime_rand() uint64 { %s return harrierRand() }"
                      .formatted(read(RANDOM)));
    }
    hooks.declare("crypto/internal/sysrand/rand.go");
    read("crypto/internal/sysrand/rand.go", "func Read(", RANDOM);
  }

  /** Where package hash/maphash draws its seeds; until Go 1.26 that is a file of its own. */
  private String seeds() {
    String own = "hash/maphash/maphash_runtime.go";
    return Files.exists(goroot.src().resolve(own)) ? own : "hash/maphash/maphash.go";
  }

  /** Calls into the system or into C. A child makes its own before it executes a program. */
  private void system() throws PatchException, IOException {
    String file = "syscall/syscall_linux.go";
    hooks.declare(file);
    GoSource source = goroot.source(file);
    for (String call : List.of("Syscall", "Syscall6")) {
      source
          .function("func " + call + "(")
          .atEntry("if harrierSerial != 0 { harrierCallsSystem(trap == SYS_WRITE, a1) };");
    }
    source.append("library/system.go", HookSources.read("library/system.go"));
    read("runtime/cgocall.go", "func cgocall(", SYSTEM);
    read("syscall/env_unix.go", "func Getenv(", ENVIRONMENT);
    read("syscall/env_unix.go", "func Environ(", ENVIRONMENT);
  }

  /** In which order a loop visits the keys of a map, if they are more than one. */
  private void maps() throws PatchException, IOException {
    String file = "internal/runtime/maps/table.go";
    hooks.declare(file);
    goroot
        .source(file)
        .function("func (it *Iter) Init(")
        .before(
            "dirIdx := 0",
            "if m.used > 1 && harrierSerial != 0 { harrierInput(%d) };".formatted(MAP_ORDER));
    read("sync/map.go", "func (m *Map) Range(", MAP_ORDER);
  }
}
