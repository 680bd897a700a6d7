package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.List;

/**
 * The edits that make scheduling points of atomics, {@code sync.Map} and {@code sync.Pool}, and
 * have atomics inform Harrier's race detector where it is there.
 */
final class AtomicEdits {
  private static final String WRITTEN = "harrierAfterWrite(unsafe.Pointer(addr))";
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
    EditFile.apply(races ? "pointers_races.go" : "pointers.go", goroot);
    String plain = races ? "races/pointers.go" : "atomic/pointers.go";
    goroot.source("runtime/atomic_pointer.go").append(plain, HookSources.read(plain));
    EditFile.apply("atomics.go", goroot);
  }
}
