package dev.harrier.report.suppress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.words.RuleNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SuppressionsTest {
  private static final Rule LEAK = new Rule("goroutine-leak", "", "");
  private static final Rule RACE = new Rule("data-race", "", "");
  private static final Rule DEADLOCK = new Rule("global-deadlock", "", "");

  private static final RuleNames NAMES =
      new RuleNames(() ->
          Set.of("goroutine-leak", "data-race", "global-deadlock", "closure-race", "double-lock"));

  @TempDir private Path module;

  private static Finding finding(Rule rule, Path file, int line) {
    return finding(rule, new Defect.NeverCanceled(), at(file, line));
  }

  private static Finding race(Path file, int first, int second) {
    return finding(
        RACE,
        new Defect.Race("", access(at(file, first)), access(at(file, second)), false),
        at(file, first));
  }

  private static Access access(Location at) {
    return new Access(true, false, at, Optional.empty());
  }

  private static Location at(Path file, int line) {
    return new Location(file.toString(), line, 1, "app/pool.(*Pool).run", "app/pool");
  }

  private static Finding finding(Rule rule, Defect defect, Location at) {
    return Finding.of(rule, Strength.OBSERVED, defect, at, "", Explanation.of(List.of()), "");
  }

  private Path write(String name, String text) throws IOException {
    Path file = module.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** As a checkout may have it. */
  @Test
  void aFileWithoutEndIsNotRead() throws Exception {
    Files.createSymbolicLink(module.resolve(HarrierToml.NAME), Path.of("/dev/zero"));
    assertThatThrownBy(() -> HarrierToml.read(module))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it is not a file");
  }

  /** They would take minutes. */
  @ParameterizedTest
  @ValueSource(strings = {"\n", " \r\n", "# a comment\n"})
  void thousandsOfEmptyLinesInARowAreRefused(String line) throws Exception {
    write(HarrierToml.NAME, line.repeat(150) + "[test]\nv = true\n" + line.repeat(5000));
    assertThatThrownBy(() -> HarrierToml.read(module))
        .isInstanceOf(SuppressionException.class)
        .hasMessageContaining(":353:1: more than 200 lines in a row are blank or comments");
    write(HarrierToml.NAME, line.repeat(150) + "[test]\nv = true\n" + line.repeat(150));
    assertThat(HarrierToml.read(module).settings("test", Set.of("test"))).hasSize(1);
    write(HarrierToml.NAME, ("# " + "x".repeat(2000) + "\n").repeat(200));
    assertThatThrownBy(() -> HarrierToml.read(module)).hasMessageContaining("is longer than");
  }

  @Test
  void aCommentSilencesItsRuleOnItsLineAndTheNext() throws Exception {
    Path file =
        write(
            "a.go",
            """
            package a
            //harrier:ignore goroutine-leak the pool outlives its tests
            func a() { <-c }
            func b() { <-c } //harrier:ignore goroutine-leak so does this
            """);
    var outcome =
        Suppressions.load(HarrierToml.read(module), NAMES, List.of(file))
            .apply(
                List.of(
                    finding(LEAK, file, 3),
                    finding(LEAK, file, 4),
                    finding(LEAK, file, 6),
                    finding(DEADLOCK, file, 3)),
                List.of(LEAK, DEADLOCK));
    assertThat(outcome.silenced()).extracting(f -> f.location().line()).containsExactly(3, 4);
    assertThat(outcome.kept()).hasSize(2);
    assertThat(outcome.notes()).isEmpty();
  }

  /** Tests that run meanwhile may have made the file, and removed it. */
  @Test
  void aFileThatIsGoneSilencesNothing() throws Exception {
    Path file = module.resolve("gone.go");
    var outcome =
        Suppressions.load(HarrierToml.read(module), NAMES, List.of(file))
            .apply(List.of(finding(LEAK, file, 3)), List.of(LEAK));
    assertThat(outcome.kept()).hasSize(1);
    assertThat(outcome.notes()).isEmpty();
  }

  @Test
  void aRaceIsSilencedAtEitherPlace() throws Exception {
    Path file = write("a.go", "package a\n\n\nx = 1 //harrier:ignore data-race counts roughly\n");
    var outcome =
        Suppressions.load(HarrierToml.read(module), NAMES, List.of(file))
            .apply(List.of(race(file, 4, 9), race(file, 2, 4), race(file, 2, 9)), List.of(RACE));
    assertThat(outcome.silenced()).hasSize(2);
    assertThat(outcome.kept()).extracting(f -> f.location().line()).containsExactly(2);
  }

  @Test
  void anUnusedCommentIsNotedIfItsRuleWasLookedFor() throws Exception {
    Path file =
        write(
            "a.go",
            """
            package a //harrier:ignore goroutine-leak no more
            //harrier:ignore closure-race of another command
            """);
    var outcome =
        Suppressions.load(HarrierToml.read(module), NAMES, List.of(file))
            .apply(List.of(), List.of(LEAK));
    assertThat(outcome.notes())
        .containsExactly(
            new Suppressions.Note(
                file.toString(),
                1,
                "//harrier:ignore goroutine-leak silenced nothing in this run"));
  }

  @Test
  void aReasonIsNeeded() throws Exception {
    Path file = write("a.go", "package a //harrier:ignore goroutine-leak\n//harrier:ignore\n");
    Finding leak = finding(LEAK, file, 1);
    var outcome =
        Suppressions.load(HarrierToml.read(module), NAMES, List.of(file))
            .apply(List.of(leak), List.of(LEAK));
    assertThat(outcome.kept()).containsExactly(leak);
    assertThat(outcome.notes())
        .extracting(Suppressions.Note::message)
        .satisfiesExactly(
            m -> assertThat(m).contains("gives no reason"),
            m -> assertThat(m).contains("names no rule"));
  }

  @Test
  void tablesMatchPathsAndFunctions() throws Exception {
    write(
        ".harrier.toml",
        """
        [[ignore]]
        rule = "goroutine-leak"
        path = "pool/**"
        function = "app/pool.(*Pool).*"
        reason = "lives as long as the process"
        """);
    Path inside = module.resolve("pool/sub/p.go");
    Path outside = module.resolve("other/p.go");
    var outcome =
        Suppressions.load(HarrierToml.read(module), NAMES, List.of())
            .apply(List.of(finding(LEAK, inside, 1), finding(LEAK, outside, 1)), List.of(LEAK));
    assertThat(outcome.silenced())
        .extracting(f -> f.location().file())
        .containsExactly(inside.toString());
    assertThat(outcome.kept()).hasSize(1);
  }

  @Test
  void aFileThatCannotBeUnderstoodSaysWhereAndWhy() throws Exception {
    write(".harrier.toml", "[[ignore]]\nrule = \"goroutine-leak\"\npaths = \"x\"\n");
    assertThatThrownBy(() -> Suppressions.load(HarrierToml.read(module), NAMES, List.of()))
        .isInstanceOf(SuppressionException.class)
        .hasMessageContaining(".harrier.toml:3:1: unknown key \"paths\"");

    write(".harrier.toml", "[[ignore]]\nrule = 7\n");
    assertThatThrownBy(() -> Suppressions.load(HarrierToml.read(module), NAMES, List.of()))
        .isInstanceOf(SuppressionException.class)
        .hasMessageContaining("strings");

    write(".harrier.toml", "[[ignore\n");
    assertThatThrownBy(() -> Suppressions.load(HarrierToml.read(module), NAMES, List.of()))
        .isInstanceOf(SuppressionException.class)
        .hasMessageContaining(".harrier.toml:1:");
  }

  @Test
  void aRuleThatDoesNotExistIsNoted() throws Exception {
    Path file =
        write(
            "a.go", "package a //harrier:ignore goroutine-leek ours\n//harrier:ignore double ok\n");
    var outcome =
        Suppressions.load(HarrierToml.read(module), NAMES, List.of(file))
            .apply(List.of(), List.of());
    assertThat(outcome.notes())
        .containsExactly(
            new Suppressions.Note(
                file.toString(),
                1,
                "//harrier:ignore goroutine-leek silences nothing: there is no rule 'goroutine-leek';"
                    + " did you mean 'goroutine-leak'?"),
            new Suppressions.Note(
                file.toString(),
                2,
                "//harrier:ignore double silences nothing: there is no rule 'double'; did you mean"
                    + " 'double-lock'?"));

    write(".harrier.toml", "[[ignore]]\nreason = \"ours\"\nrule = \"goroutine-leek\"\n");
    assertThatThrownBy(() -> Suppressions.load(HarrierToml.read(module), NAMES, List.of()))
        .isInstanceOf(SuppressionException.class)
        .hasMessageContaining(
            ".harrier.toml:3:1: there is no rule 'goroutine-leek'; did you mean 'goroutine-leak'?");
  }
}
