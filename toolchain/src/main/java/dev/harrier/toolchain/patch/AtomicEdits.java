package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.List;

/**
 * The edits that make scheduling points of atomics, {@code sync.Map} and {@code sync.Pool}, and
 * have atomics tell Harrier's race detector where it is there.
 */
final class AtomicEdits {
  private static final String WRITTEN = "harrierAfterWrite(unsafe.Pointer(addr))";
  private static final int INTERFACE = 20;
  private static final int UNSAFE_POINTER = 26;

  private static final AtomicFunctions.Hook SCHEDULER =
      new AtomicFunctions.Hook() {
        @Override
        public String declarations() {
          return "atomic/hooks.go";
        }

        @Override
        public String before(AtomicFunctions.Operation operation, String type) {
          return switch (operation) {
            case LOAD -> before("Load", type);
            case STORE -> before("Store", type);
            case UPDATE, COMPARE -> before("Update", type);
          };
        }

        private static String before(String access, String type) {
          return "harrierBefore(unsafe.Pointer(addr), harrier%s|%d<<harrierKindAt)"
              .formatted(access, kind(type));
        }

        @Override
        public String after(AtomicFunctions.Operation operation, String type) {
          return switch (operation) {
            case LOAD -> "harrierAfterRead(true)";
            case COMPARE -> WRITTEN + "; harrierAfterRead(!x)";
            case STORE, UPDATE -> WRITTEN;
          };
        }
      };

  /** The kind of a type, as package {@code internal/abi} numbers them. */
  private static int kind(String type) {
    return switch (type) {
      case "Int32" -> 5;
      case "Int64" -> 6;
      case "Uint32" -> 10;
      case "Uint64" -> 11;
      case "Uintptr" -> 12;
      case "Pointer" -> UNSAFE_POINTER;
      default -> throw new IllegalArgumentException("no atomic is of type " + type);
    };
  }

  private final Goroot goroot;
  private final boolean races;

  /**
   * @param races whether Harrier's race detector is in the build
   */
  AtomicEdits(Goroot goroot, boolean races) {
    this.goroot = goroot;
    this.races = races;
  }

  void apply() throws PatchException, IOException {
    AtomicFunctions.rewrite(
        goroot, races ? List.of(SCHEDULER, RaceEdits.DETECTOR) : List.of(SCHEDULER));
    pointers();
    values();
    maps();
    pools();
    intrinsics();
  }

  /** A function that is nothing but an intrinsic panics where packages are compiled without. */
  private void intrinsics() throws PatchException, IOException {
    GoSource constant = goroot.source("crypto/internal/constanttime/constant_time.go");
    constant
        .function("func boolToUint8(")
        .swap("panic(\"unreachable; must be intrinsicified\")", "if b { return 1 }; return 0");
  }

  /**
   * Those of pointers are package runtime's. It does the access by an atomic of its own, for
   * nothing may come between that and the write barrier.
   */
  private void pointers() throws PatchException, IOException {
    GoSource pointers = goroot.source("runtime/atomic_pointer.go");
    pointer(pointers, "Store", 2);
    pointer(pointers, "Swap", 3);
    pointer(pointers, "CompareAndSwap", 3);
    String plain = races ? "races/pointers.go" : "atomic/pointers.go";
    pointers.append(plain, HookSources.read(plain));
  }

  private void pointer(GoSource source, String operation, int access) throws PatchException {
    String scheduled = races ? "harrierSerial != 0" : "harrierSerial != 0 && !raceenabled";
    source
        .function("func sync_atomic_" + operation + "Pointer(")
        .swap("sync_atomic_" + operation + "Uintptr(", "harrierPlain" + operation + "(")
        .atEntry(
            "if %s { harrierAtomic(unsafe.Pointer(ptr), %d|%d<<harrierKindAt) };"
                .formatted(scheduled, access, UNSAFE_POINTER));
  }

  private void values() throws PatchException, IOException {
    GoSource value = goroot.source("sync/atomic/value.go");
    for (String method : List.of("Load", "Store", "Swap", "CompareAndSwap")) {
      String access = method.equals("Load") || method.equals("Store") ? method : "Update";
      value
          .function("func (v *Value) " + method + "(")
          .atEntry(
              "if harrierSerial != 0 { harrierAtomic(unsafe.Pointer(v), harrier%s|%d<<harrierKindAt)%s };"
                  .formatted(
                      access,
                      INTERFACE,
                      access.equals("Load")
                          ? ""
                          : "; if harrierDetails != 0 { defer harrierAfterValue(unsafe.Pointer(v)) }"));
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
