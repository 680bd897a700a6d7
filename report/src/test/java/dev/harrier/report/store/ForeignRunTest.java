package dev.harrier.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.report.RunReport;
import dev.harrier.report.SampleReports;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.html.HtmlRenderer;
import dev.harrier.report.text.Palette;
import dev.harrier.report.text.TextRenderer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stored run that another user sent, whose findings name what they please. */
final class ForeignRunTest {
  private static final String SECRET = "package hunter2";

  @TempDir private Path root;
  @TempDir private Path elsewhere;
  private Path run;

  @BeforeEach
  void keep() throws Exception {
    for (String file : List.of("find/find.go", "find/find_test.go", "find/poll.go")) {
      write(root.resolve(file), "package find\n");
    }
    RunReport sample = new SampleReports(root).leak();
    RunDirectory directory =
        new RunDirectory(sample.run().id(), Files.createDirectory(elsewhere.resolve("run")));
    directory.save(sample);
    run = directory.path();
    // No kept lines, which show what the file had at the time of the run, whatever it has now.
    Files.deleteIfExists(run.resolve(RunDirectory.LINES));
    // It says where its module and Go were, and that it is younger than any file.
    edit(RunDirectory.RUN, "\"moduleRoot\":\\s*\"[^\"]*\"", "\"moduleRoot\":\"/\"");
    edit(RunDirectory.RUN, "\"root\":\\s*\"[^\"]*\"", "\"root\":\"" + elsewhere + "\"");
    edit(RunDirectory.RUN, "\"started\":\\s*\"[^\"]*\"", "\"started\":\"2999-01-01T00:00:00Z\"");
  }

  private static Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text.repeat(100));
    Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
    return file;
  }

  private void edit(String name, String pattern, String replacement) throws IOException {
    Path file = run.resolve(name);
    String text = Files.readString(file);
    assertThat(text).containsPattern(pattern);
    Files.writeString(file, text.replaceAll(pattern, replacement));
  }

  /** What reports show of it whose findings are in that file. */
  private String shown(String file) throws Exception {
    String before = Files.readString(run.resolve(RunDirectory.FINDINGS));
    edit(RunDirectory.FINDINGS, "find/find.go", file);
    RunReport report = RunStore.readAt(run, root);
    Files.writeString(run.resolve(RunDirectory.FINDINGS), before);
    StringBuilder out = new StringBuilder();
    new HtmlRenderer(new SourcePaths(root)).render(report, out);
    new TextRenderer(new SourcePaths(root), Palette.PLAIN, TextRenderer.Volume.WHOLE)
        .render(report, out);
    out.append(KeptLines.of(report).json());
    return out.toString();
  }

  @Test
  void sourcesOfTheModuleAreQuoted() throws Exception {
    assertThat(shown("find/find.go")).contains("| package find", "\"package find\"");
    write(root.resolve("other.go"), SECRET + "\n");
    assertThat(shown("other.go")).contains("| " + SECRET);
  }

  @Test
  void filesOutsideOfItAreNot() throws Exception {
    Path secret = write(elsewhere.resolve("secret.go"), SECRET + "\n");
    assertThat(shown(secret.toString())).doesNotContain(SECRET);
    assertThat(shown(root.relativize(secret).toString())).doesNotContain(SECRET);
    assertThat(shown(root + "/find/../" + root.relativize(secret))).doesNotContain(SECRET);
    Files.createSymbolicLink(root.resolve("link.go"), secret);
    assertThat(shown("link.go")).doesNotContain(SECRET);
    assertThat(shown(root.resolve("link.go").toString())).doesNotContain(SECRET);
    assertThat(shown("/proc/self/environ")).doesNotContain("PATH=");
  }

  @Test
  void whatIsNoSourceIsNot() throws Exception {
    write(root.resolve(".git/config"), SECRET + "\n");
    write(root.resolve(".hidden/secret.go"), SECRET + "\n");
    write(root.resolve("settings.json"), SECRET + "\n");
    for (String file : List.of(".git/config", ".hidden/secret.go", "settings.json")) {
      assertThat(shown(file)).doesNotContain(SECRET);
    }
  }

  /** Reading one would have no end. */
  @Test
  void devicesAndPipesAreNotRead() throws Exception {
    Files.createSymbolicLink(root.resolve("zero.go"), Path.of("/dev/zero"));
    Path pipe = root.resolve("pipe.go");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThat(shown("zero.go")).contains("zero.go:");
    assertThat(shown("pipe.go")).contains("pipe.go:");
    assertThat(shown("/dev/zero")).contains("/dev/zero:");
    Files.delete(run.resolve(RunDirectory.FINDINGS));
    Files.createSymbolicLink(run.resolve(RunDirectory.FINDINGS), Path.of("/dev/zero"));
    assertThatThrownBy(() -> RunStore.readAt(run, root))
        .isInstanceOf(StoreException.Unreadable.class)
        .hasMessageContaining("findings.json: it is not a file");
  }

  @Test
  void aNameThatNoFileCanHaveMakesTheRunDamaged() throws Exception {
    edit(RunDirectory.FINDINGS, "find/find.go", "find\\\\u0000.go");
    assertThatThrownBy(() -> RunStore.readAt(run, root))
        .isInstanceOf(StoreException.Unreadable.class)
        .hasMessageContaining("expected the name of a file");
  }

  /** They would write into the window's title, clear the screen or hide what is shown. */
  @Test
  void controlCharactersAreShownEscaped() throws Exception {
    edit(
        RunDirectory.FINDINGS,
        "\"test\":\\s*\"",
        "\"test\":\"\\\\u001b]0;title\\\\u0007\\\\nharrier: nothing found");
    edit(RunDirectory.RUN, "\"command\":\\s*\\[", "\"command\":[\"\\\\u009b2J\",");
    write(root.resolve("find/find.go"), "package \u202efind // \u001b[2J\n");
    RunReport report = RunStore.readAt(run, root);
    for (TextRenderer.Volume volume : TextRenderer.Volume.values()) {
      StringBuilder out = new StringBuilder();
      new TextRenderer(new SourcePaths(root), Palette.PLAIN, volume).render(report, out);
      assertThat(out.toString().lines())
          .noneMatch(line -> line.chars().anyMatch(c -> Character.isISOControl(c) && c != '\t'))
          .doesNotContain("harrier: nothing found");
      if (volume != TextRenderer.Volume.LINES) {
        assertThat(out).contains("\\x1b]0;title\\x07\\x0aharrier: nothing found");
        assertThat(out).contains("| package \\u202efind // \\x1b[2J");
      }
    }
  }
}
