package dev.harrier.report.ci;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.trace.Site;
import dev.harrier.report.SourcePaths;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Places findings in the files of a repository, which is all that a service can show. */
final class Repository {
  private final SourcePaths paths;

  Repository(Path moduleRoot) {
    this.paths = SourcePaths.ofRepository(moduleRoot);
  }

  /**
   * A line of a file.
   *
   * @param path from the repository's root
   */
  record Place(String path, int line) {}

  /**
   * Where the finding is, or, for one in a dependency, the first place that led to it: of its
   * goroutines' stacks, then of those that created them.
   */
  Optional<Place> placeOf(Finding finding) {
    Location at = finding.location();
    return Stream.concat(
            Stream.of(new Site(at.function(), at.file(), at.line())),
            Stream.concat(
                    finding.participants().stream().map(Participant::stack),
                    finding.participants().stream().map(Participant::createdAt))
                .flatMap(stack -> stack.frames().stream()))
        .filter(site -> paths.covers(site.file()) && site.line() > 0)
        .findFirst()
        .map(site -> new Place(paths.shown(site.file()), site.line()));
  }

  /** The place as the report writes it: also outside of the repository. */
  String shown(Finding finding) {
    return paths.shown(finding.location().file()) + ":" + finding.location().line();
  }

  /** Shows files from the repository's root. */
  SourcePaths paths() {
    return paths;
  }
}
