package dev.harrier.report.ci;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.Printable;
import dev.harrier.report.Renderer;
import dev.harrier.report.RunReport;
import dev.harrier.report.text.SuggestedLines;
import dev.harrier.report.words.Advice;
import dev.harrier.report.words.Causes;
import dev.harrier.report.words.CommandWords;
import dev.harrier.report.words.DefectWords;
import dev.harrier.report.words.GapWords;
import dev.harrier.report.words.Proofs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The report as workflow commands of GitHub Actions, one line each, which the service shows at the
 * changed lines. It keeps few of each level in a step, so what fails the run comes first.
 */
public final class GithubRenderer implements Renderer {
  @Override
  public void render(RunReport foreign, Appendable out) throws IOException {
    RunReport report = Printable.report(foreign);
    Repository repository = new Repository(report.run().moduleRoot());
    for (Finding finding : report.failing()) {
      annotation("error", finding, report, repository, out);
    }
    for (Finding finding : report.listed()) {
      annotation(level(finding.strength()), finding, report, repository, out);
    }
    if (report.run().failsByGaps()) {
      List<String> gaps = report.run().ending().map(GapWords::of).orElse(List.of());
      out.append(
          "::error title=%s::%s\n"
              .formatted(property("not everything was looked at"), data(String.join("\n", gaps))));
    }
  }

  private static String level(Strength strength) {
    return strength == Strength.SUSPICIOUS ? "notice" : "warning";
  }

  private static void annotation(
      String level, Finding finding, RunReport report, Repository repository, Appendable out)
      throws IOException {
    List<String> properties = new ArrayList<>();
    repository
        .placeOf(finding)
        .ifPresent(place -> {
          properties.add("file=" + property(place.path()));
          properties.add("line=" + place.line());
        });
    properties.add("title=" + property(finding.rule().id()));
    out.append(
        "::%s %s::%s\n"
            .formatted(
                level, String.join(",", properties), data(message(finding, report, repository))));
  }

  private static String message(Finding finding, RunReport report, Repository repository) {
    List<String> lines = new ArrayList<>();
    boolean elsewhere =
        repository
            .placeOf(finding)
            .filter(place -> repository.shown(finding).equals(place.path() + ":" + place.line()))
            .isEmpty();
    lines.add((elsewhere ? repository.shown(finding) + ": " : "") + DefectWords.of(finding));
    String cause = Causes.of(finding.witness());
    if (!cause.isEmpty()) {
      lines.add("Cause: " + cause);
    }
    lines.add(Proofs.of(finding.explanation()));
    String again = CommandWords.of(finding.witness().rerun());
    if (!again.isEmpty()) {
      lines.add("See it again: " + again);
    }
    List<String> edit = SuggestedLines.of(finding, report.run(), repository.paths());
    if (!edit.isEmpty()) {
      finding
          .explanation()
          .suggestedFix()
          .ifPresent(fix -> lines.add("Suggested fix: " + Advice.title(fix)));
      lines.addAll(edit);
    }
    return String.join("\n", lines);
  }

  private static String data(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}
