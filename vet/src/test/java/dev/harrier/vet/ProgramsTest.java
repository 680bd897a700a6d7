package dev.harrier.vet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.words.DefectWords;
import dev.harrier.vet.load.VetRequest;
import dev.harrier.vet.race.FindingMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every program under programs/vet: its {@code // want} lines are found, with the strength that
 * they say or are withheld if they say that, and nothing else is.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class ProgramsTest {
  private static final Path PROGRAMS =
      Path.of("..", "programs", "vet").toAbsolutePath().normalize();
  private static final Pattern WANT =
      Pattern.compile("// want (possible |withheld )?closure-race \"((?:[^\"\\\\]|\\\\.)*)\"");

  private List<Found> findings = List.of();

  /** A finding, or a race that is withheld. */
  private record Found(Finding finding, String how) {}

  /** One expected finding. */
  private record Want(Path file, int line, String how, Pattern message) {
    boolean matches(Found found) {
      Finding finding = found.finding();
      return found.how().equals(how)
          && finding.location().file().equals(file.toString())
          && finding.location().line() == line
          && message.matcher(DefectWords.of(finding)).find();
    }
  }

  @BeforeAll
  void analyzeAllPrograms() throws Exception {
    List<Found> all = new ArrayList<>();
    for (Path module : List.of(PROGRAMS, PROGRAMS.resolve("errgroup"))) {
      VetResult result = Vet.ofUser().run(VetRequest.everythingIn(module));
      assertThat(result.problems()).isEmpty();
      result
          .findings()
          .forEach(f -> all.add(new Found(f, f.strength() == Strength.STATIC ? "" : "possible ")));
      result.withheld().forEach(r -> all.add(new Found(FindingMapper.of(r), "withheld ")));
    }
    findings = all;
  }

  static List<Path> programs() throws IOException {
    try (Stream<Path> files = Files.walk(PROGRAMS)) {
      return files
          .filter(f -> f.toString().endsWith(".go"))
          .map(Path::getParent)
          .distinct()
          .sorted()
          .map(PROGRAMS::relativize)
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void findsWhatIsWantedAndNothingElse(Path program) {
    Path directory = PROGRAMS.resolve(program);
    List<Want> wanted = wanted(directory);
    if (program.endsWith("bug")) {
      assertThat(wanted).as("a bug has an expected finding").isNotEmpty();
    }
    List<Found> found =
        new ArrayList<>(
            findings.stream()
                .filter(f -> directory.equals(Path.of(f.finding().location().file()).getParent()))
                .toList());
    for (Want want : wanted) {
      Found match = found.stream().filter(want::matches).findFirst().orElse(null);
      assertThat(match)
          .as(
              "%s:%d wants %s, among %s",
              want.file().getFileName(), want.line(), want.message(), brief(found))
          .isNotNull();
      found.remove(match);
    }
    assertThat(brief(found)).as("unexpected findings").isEmpty();
  }

  private static List<String> brief(List<Found> found) {
    return found.stream()
        .map(f -> f.finding().location().line() + ": " + f.how() + DefectWords.of(f.finding()))
        .toList();
  }

  private static List<Want> wanted(Path directory) {
    List<Want> wanted = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".go")).toList()) {
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
          Matcher matcher = WANT.matcher(lines.get(i));
          while (matcher.find()) {
            wanted.add(
                new Want(
                    file,
                    i + 1,
                    matcher.group(1) == null ? "" : matcher.group(1),
                    Pattern.compile(matcher.group(2).replace("\\\\", "\\"))));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return wanted;
  }
}
