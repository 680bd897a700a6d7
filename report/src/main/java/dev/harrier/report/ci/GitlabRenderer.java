package dev.harrier.report.ci;

import com.google.gson.stream.JsonWriter;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.Renderer;
import dev.harrier.report.RunReport;
import dev.harrier.report.words.DefectWords;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Optional;

/**
 * The report as a code quality artifact of GitLab. The service wants a file of the repository for
 * each entry; a finding that has none anywhere is charged to the module's {@code go.mod}.
 */
public final class GitlabRenderer implements Renderer {
  @Override
  public void render(RunReport report, Appendable out) throws IOException {
    Repository repository = new Repository(report.run().moduleRoot());
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.setIndent("  ");
      json.beginArray();
      for (Finding finding : report.findings()) {
        if (!report.isKnown(finding)) {
          entry(json, finding, repository, report);
        }
      }
      json.endArray();
    }
    out.append(text.getBuffer()).append('\n');
  }

  private static void entry(
      JsonWriter json, Finding finding, Repository repository, RunReport report)
      throws IOException {
    Optional<Repository.Place> place = repository.placeOf(finding);
    json.beginObject();
    json.name("description").value(DefectWords.of(finding));
    json.name("check_name").value(finding.rule().id());
    json.name("fingerprint").value(finding.fingerprint());
    json.name("severity").value(severity(finding, report));
    json.name("location").beginObject();
    json.name("path")
        .value(
            place
                .map(Repository.Place::path)
                .orElse(
                    repository
                        .paths()
                        .shown(report.run().moduleRoot().resolve("go.mod").toString())));
    json.name("lines").beginObject();
    json.name("begin").value(place.map(Repository.Place::line).orElse(1));
    json.endObject();
    json.endObject();
    json.endObject();
  }

  private static String severity(Finding finding, RunReport report) {
    if (report.fails(finding)) {
      return "critical";
    }
    return finding.strength() == Strength.SUSPICIOUS ? "info" : "minor";
  }
}
