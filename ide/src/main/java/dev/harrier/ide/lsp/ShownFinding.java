package dev.harrier.ide.lsp;

import dev.harrier.ide.current.StoredFinding;
import dev.harrier.ide.source.Place;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.SuggestedFix;
import dev.harrier.model.trace.Site;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.store.KeptLines;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A finding and the file of the module where it is shown: its own, or, for one in a dependency,
 * that of the first frame which led to it.
 *
 * @param kept the lines of its run
 */
record ShownFinding(StoredFinding stored, KeptLines kept, Path module, Path file, int line) {
  static Optional<ShownFinding> of(StoredFinding stored, KeptLines kept, Path module) {
    Location at = stored.finding().location();
    SourcePaths paths = new SourcePaths(module);
    return Stream.concat(
            Stream.of(new Site(at.function(), at.file(), at.line())),
            Stream.concat(
                    stored.finding().participants().stream().map(Participant::stack),
                    stored.finding().participants().stream().map(Participant::createdAt))
                .flatMap(stack -> stack.frames().stream()))
        .filter(site -> paths.covers(site.file()) && site.line() > 0)
        .findFirst()
        .map(site -> new ShownFinding(stored, kept, module, Path.of(site.file()), site.line()));
  }

  Finding finding() {
    return stored.finding();
  }

  /** Where it is now. */
  Place place(Documents documents) {
    return place(file, line, documents);
  }

  /** Where another place of it is now. */
  Place place(Path other, int at, Documents documents) {
    return Place.of(
        kept, new SourcePaths(module).shown(other.toString()), at, documents.lines(other));
  }

  /** Whether the lines that a fix changes are in the module, and as they were in the run. */
  boolean isUnchanged(SuggestedFix fix, Documents documents) {
    return new SourcePaths(module).covers(fix.file())
        && fix.edits().stream()
            .flatMapToInt(edit -> IntStream.of(edit.line(), edit.endLine()))
            .allMatch(line ->
                place(Path.of(fix.file()), line, documents).state() == Place.State.UNCHANGED);
  }
}
