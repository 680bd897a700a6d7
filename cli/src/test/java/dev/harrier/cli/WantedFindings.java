package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.RunReport;
import dev.harrier.report.words.DefectWords;
import dev.harrier.testkit.WantComments.Presence;
import dev.harrier.testkit.WantComments.Want;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Compares findings with the comments that announce them. */
final class WantedFindings {
  private WantedFindings() {}

  /**
   * Every finding that the sources of a program announce is there, as strong as they say, and no
   * other.
   *
   * @param program its directory
   */
  static void check(String program, List<Want> wants, RunReport report) {
    List<Want> missing =
        wants.stream()
            .filter(w -> w.file().startsWith(program + "/") && w.presence() != Presence.OPTIONAL)
            .filter(w ->
                report.findings().stream()
                    .noneMatch(f -> matches(w, f, report) && isAsStrong(w, f)))
            .toList();
    List<String> unexpected =
        report.findings().stream()
            .filter(f -> file(f, report).startsWith(program + "/") || !isOfModule(f, report))
            .filter(f -> wants.stream().noneMatch(w -> matches(w, f, report)))
            .map(f -> place(f, report))
            .toList();
    assertThat(missing).as("announced and not found").isEmpty();
    assertThat(unexpected).as("found and not announced").isEmpty();
  }

  private static boolean isAsStrong(Want want, Finding finding) {
    return (want.presence() == Presence.SUSPICIOUS) == (finding.strength() == Strength.SUSPICIOUS);
  }

  private static boolean matches(Want want, Finding finding, RunReport report) {
    return want.file().equals(file(finding, report))
        && want.line() == finding.location().line()
        && want.rule().equals(finding.rule().id())
        && Pattern.compile(want.message()).matcher(DefectWords.of(finding)).find();
  }

  private static boolean isOfModule(Finding finding, RunReport report) {
    return Path.of(finding.location().file()).startsWith(report.run().moduleRoot());
  }

  private static String file(Finding finding, RunReport report) {
    String file = finding.location().file();
    return isOfModule(finding, report)
        ? report.run().moduleRoot().relativize(Path.of(file)).toString()
        : file;
  }

  private static String place(Finding f, RunReport report) {
    return "%s:%d: %s: %s"
        .formatted(file(f, report), f.location().line(), f.rule().id(), DefectWords.of(f));
  }
}
