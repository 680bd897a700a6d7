package dev.harrier.cli.session;

import java.util.List;

/** In which packages controlled executions look for data races by themselves. */
public enum Races {
  OFF,
  /** In all, the standard library's among them: as Go's own detector does. */
  ALL;

  private static final String INSTRUMENT_ALL = "-gcflags=all=-race";

  /** For {@code go build}; they tell again how a binary was built. */
  public List<String> buildFlags() {
    return switch (this) {
      case OFF -> List.of();
      case ALL -> List.of(INSTRUMENT_ALL);
    };
  }

  /** What was chosen for a binary that is built so. */
  public static Races of(List<String> buildFlags) {
    return buildFlags.contains(INSTRUMENT_ALL) ? ALL : OFF;
  }
}
