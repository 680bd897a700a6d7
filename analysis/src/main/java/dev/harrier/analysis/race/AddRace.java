package dev.harrier.analysis.race;

import dev.harrier.model.trace.ObservedRace;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.Site;
import java.util.Optional;

/**
 * The race of an {@code Add} that takes a wait group up from zero with a {@code Wait}. Package sync
 * shows it to race detectors as a read and a write of the group's own memory (sync/waitgroup.go,
 * {@code Add} and {@code Wait}).
 */
record AddRace(ObservedRace.Side adds, ObservedRace.Side waits) {
  private static final String ADD = "sync.(*WaitGroup).Add";
  private static final String WAIT = "sync.(*WaitGroup).Wait";

  /** The two calls, if that is what the race is about. */
  static Optional<AddRace> of(ObservedRace race) {
    ObservedRace.Side latest = race.latest();
    ObservedRace.Side earlier = race.earlier();
    if (isBy(ADD, RacingAccess.READ, latest) && isBy(WAIT, RacingAccess.WRITE, earlier)) {
      return Optional.of(new AddRace(latest, earlier));
    }
    return isBy(WAIT, RacingAccess.WRITE, latest) && isBy(ADD, RacingAccess.READ, earlier)
        ? Optional.of(new AddRace(earlier, latest))
        : Optional.empty();
  }

  private static boolean isBy(String function, RacingAccess access, ObservedRace.Side side) {
    return side.access() == access
        && side.stack().frames().stream()
            .filter(frame -> !isDetector(frame.packagePath()))
            .findFirst()
            .map(Site::function)
            .filter(function::equals)
            .isPresent();
  }

  private static boolean isDetector(String path) {
    return path.equals("runtime") || path.equals("internal/race");
  }
}
