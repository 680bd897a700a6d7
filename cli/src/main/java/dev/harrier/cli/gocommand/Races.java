package dev.harrier.cli.gocommand;

import dev.harrier.model.command.RaceDetection;
import dev.harrier.toolchain.build.Instrumentation;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.patch.Overlay;
import java.util.List;

/** In which packages controlled executions look for data races by themselves. */
public enum Races {
  OFF,
  /** In those of the user's modules. */
  PACKAGES,
  /** In all, the standard library's among them: as Go's own detector does. */
  ALL;

  /** Go's own library as a module; there is nothing but packages of its own. */
  private static final String GO = "std";

  /** As the settings of a build have it, in which Go's own detector is {@code otherwise}. */
  public RaceDetection detection(RaceDetection otherwise) {
    return switch (this) {
      case OFF -> otherwise;
      case PACKAGES -> RaceDetection.PACKAGES;
      case ALL -> RaceDetection.ALL;
    };
  }

  /** What was chosen for a binary. */
  public static Races of(RaceDetection detection) {
    return switch (detection) {
      case NONE, GO -> OFF;
      case PACKAGES -> PACKAGES;
      case ALL -> ALL;
    };
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
