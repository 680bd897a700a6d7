package dev.harrier.cli.session;

import dev.harrier.toolchain.build.Instrumentation;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.patch.Overlay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** In which packages controlled executions look for data races by themselves. */
public enum Races {
  OFF,
  /** In those of the user's modules. */
  PACKAGES,
  /** In all, the standard library's among them: as Go's own detector does. */
  ALL;

  /** Go's own library as a module; there is nothing but packages of its own. */
  private static final String GO = "std";

  private String flag() {
    return "--races=" + name().toLowerCase(Locale.ROOT);
  }

  /** Flags of a build, and this among them: a replay string has it so. */
  public List<String> with(List<String> buildFlags) {
    if (this == OFF) {
      return buildFlags;
    }
    List<String> all = new ArrayList<>(List.of(flag()));
    all.addAll(buildFlags);
    return all;
  }

  /** What was chosen for a binary, from what {@link #with} made. */
  public static Races of(List<String> flags) {
    return Arrays.stream(values()).filter(r -> flags.contains(r.flag())).findFirst().orElse(OFF);
  }

  /** The flags for {@code go build}, from what {@link #with} made. */
  public static List<String> without(List<String> flags) {
    return flags.stream()
        .filter(f -> Arrays.stream(values()).noneMatch(r -> r.flag().equals(f)))
        .toList();
  }

  /**
   * What the compiler adds for that; not for {@link #OFF}.
   *
   * @param overlay with the race detector
   */
  public Instrumentation instrumentation(List<MainModule> modules, Overlay overlay) {
    List<String> paths = modules.stream().map(MainModule::path).toList();
    return this == ALL || paths.contains(GO)
        ? Instrumentation.racesInAll(overlay)
        : Instrumentation.racesIn(paths, overlay);
  }
}
