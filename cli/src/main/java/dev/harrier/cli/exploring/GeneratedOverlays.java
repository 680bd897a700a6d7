package dev.harrier.cli.exploring;

import com.google.gson.JsonParser;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.OwnPrograms;
import dev.harrier.ide.current.StoredFinding;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The overlays of stored runs that show generated tests to {@code go}. A stored run may come from
 * anyone, and an overlay can replace any file: only one that Harrier wrote on this machine, with
 * files that it wrote, is used unless the user names it.
 */
public final class GeneratedOverlays {
  private static final String OPTION = "-overlay";

  /** The end of what {@link #in} makes of a run's directory; a user's own overlay is elsewhere. */
  private static final Pattern GENERATED = Pattern.compile("/generated/(fewer/)?overlay\\.json$");

  private final OwnPrograms own;

  public GeneratedOverlays(CommandContext context) {
    this.own = new OwnPrograms(context);
  }

  /** The file of an overlay in a directory of generated tests. */
  public static Path in(Path generated) {
    return generated.resolve("overlay.json");
  }

  /** The directory of tests with fewer calls in a directory of generated tests. */
  public static Path fewer(Path generated) {
    return generated.resolve("fewer");
  }

  /** Whether the test of a finding is a generated one, which only an overlay shows to go. */
  public static boolean isNeededBy(Finding finding) {
    return finding.witness().rerun() instanceof Rerun.Command(List<String> words)
        && words.contains(OPTION)
        && words.stream().anyMatch(word -> GENERATED.matcher(word).find());
  }

  /** Whether a run made a finding with this overlay: another run may have tests of its own. */
  public static boolean isOf(Finding finding, String overlay) {
    return finding.witness().rerun() instanceof Rerun.Command(List<String> words)
        && words.contains(overlay);
  }

  /**
   * Notes that Harrier wrote those of a run, for findings whose tests they show.
   *
   * @param written files next to the code with the same tests, which they hide
   */
  public void note(Path generated, List<Path> written) throws IOException {
    for (Path overlay : both(generated)) {
      Map<String, Path> replaced = replaced(overlay);
      written.forEach(file -> replaced.put(file.toString(), Path.of("")));
      Witnesses.writeOverlay(replaced, overlay);
      own.note(overlay);
      for (Path file : shown(overlay)) {
        own.note(file);
      }
    }
  }

  /**
   * The overlay that a finding needs, if the run that found it still has it as it was written here.
   * Empty also if a run found it without one, or if there is none for the finding.
   *
   * @param found all that stored runs have of one finding, the newest first
   */
  public Optional<Path> of(List<StoredFinding> found, RunStore store) throws IOException {
    List<StoredFinding> replayable =
        found.stream().filter(one -> one.finding().witness().schedule().isPresent()).toList();
    if (replayable.stream().anyMatch(one -> !isNeededBy(one.finding()))) {
      return Optional.empty();
    }
    for (StoredFinding one : replayable) {
      RunDirectory run = store.directory(one.run().id());
      for (Path overlay : both(run.generated())) {
        if (isOf(one.finding(), overlay.toString()) && isOwn(overlay)) {
          return Optional.of(overlay);
        }
      }
    }
    return Optional.empty();
  }

  private static List<Path> both(Path generated) {
    return Stream.of(in(generated), in(fewer(generated))).filter(Files::isRegularFile).toList();
  }

  private boolean isOwn(Path overlay) throws IOException {
    if (!own.has(overlay)) {
      return false;
    }
    for (Path file : shown(overlay)) {
      if (!Files.isRegularFile(file) || !own.has(file)) {
        return false;
      }
    }
    return true;
  }

  /** The files that an overlay of Harrier's own shows; what it hides has none. */
  private static List<Path> shown(Path overlay) throws IOException {
    return replaced(overlay).values().stream().filter(file -> !file.toString().isEmpty()).toList();
  }

  /** What stands in the place of each file; an empty path of one that is hidden. */
  private static Map<String, Path> replaced(Path overlay) throws IOException {
    Map<String, Path> replaced = new LinkedHashMap<>();
    JsonParser.parseString(Files.readString(overlay))
        .getAsJsonObject()
        .getAsJsonObject("Replace")
        .asMap()
        .forEach((place, file) -> replaced.put(place, Path.of(file.getAsString())));
    return replaced;
  }
}
