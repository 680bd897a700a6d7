package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.List;

/**
 * The edits of builds that look for data races: Harrier's detector where Go's would be.
 *
 * <p>Go's library informs its race detector of all that synchronizes, and all memory that begins or
 * ends, behind the constants {@code raceenabled} and {@code race.Enabled}. Here they are true
 * without {@code -race}, so that every such place is used and none has to be edited.
 */
final class RaceEdits {
  private static final List<String> PARTS =
      List.of(
          "memory.go",
          "clocks.go",
          "order.go",
          "access.go",
          "places.go",
          "found.go",
          "values.go",
          "reads.go",
          "exported.go");

  /** The detector is informed after the operation, which may let others run before it. */
  static final AtomicFunctions.Hook DETECTOR =
      new AtomicFunctions.Hook() {
        @Override
        public String declarations() {
          return "races/atomics.go";
        }

        @Override
        public String before(AtomicFunctions.Operation operation, String type) {
          return "";
        }

        @Override
        public String after(AtomicFunctions.Operation operation, String type) {
          int size = AtomicFunctions.size(type);
          return switch (operation) {
            case LOAD -> after(size, "Load");
            case STORE -> after(size, "Store");
            case UPDATE -> after(size, "Update");
            case COMPARE ->
                "if x { %s } else { %s }".formatted(after(size, "Update"), after(size, "Load"));
          };
        }

        private static String after(int size, String access) {
          return "harrierRaceAtomic(unsafe.Pointer(addr), %d, harrierRace%s)"
              .formatted(size, access);
        }
      };

  private final Goroot goroot;

  RaceEdits(Goroot goroot) {
    this.goroot = goroot;
  }

  void apply() throws PatchException, IOException {
    GoSource calls = goroot.source("runtime/race0.go");
    calls.rewrite(HookSources.read("races/calls.go"));
    for (String part : PARTS) {
      calls.append("races/" + part, HookSources.read("races/" + part));
    }
    goroot.source("internal/race/norace.go").rewrite(HookSources.read("race/declared.go"));
    EditFile.apply("races.go", goroot);
  }
}
