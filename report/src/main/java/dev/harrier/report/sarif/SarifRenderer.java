package dev.harrier.report.sarif;

import com.google.gson.stream.JsonWriter;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.Renderer;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.words.GapWords;
import dev.harrier.report.words.OutcomeWords;
import dev.harrier.report.words.Remarks;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** The report as one SARIF log with one run. */
public final class SarifRenderer implements Renderer {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

  @Override
  public void render(RunReport report, Appendable out) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.setIndent("  ");
      json.beginObject();
      json.name("$schema").value(SCHEMA);
      json.name("version").value("2.1.0");
      json.name("runs").beginArray();
      run(json, report);
      json.endArray();
      json.endObject();
    }
    out.append(text.getBuffer()).append('\n');
  }

  private static void run(JsonWriter json, RunReport report) throws IOException {
    Artifacts artifacts = new Artifacts(json, report.run().moduleRoot());
    List<String> rules = List.copyOf(report.rules().keySet());
    json.beginObject();
    json.name("tool").beginObject();
    json.name("driver").beginObject();
    json.name("name").value("Harrier");
    json.name("version").value(report.run().harrierVersion());
    json.name("semanticVersion").value(report.run().harrierVersion());
    json.name("rules").beginArray();
    for (Rule rule : report.rules().values()) {
      rule(json, rule);
    }
    json.endArray();
    json.endObject();
    json.endObject();
    json.name("automationDetails").beginObject();
    json.name("id").value("harrier/");
    json.endObject();
    artifacts.base();
    json.name("columnKind").value("utf16CodeUnits");
    json.name("invocations").beginArray();
    invocation(json, report.run());
    json.endArray();
    json.name("results").beginArray();
    ResultWriter results = new ResultWriter(json, artifacts);
    for (Finding finding : report.findings()) {
      results.write(finding, rules.indexOf(finding.rule().id()), report);
    }
    json.endArray();
    json.endObject();
  }

  private static void rule(JsonWriter json, Rule rule) throws IOException {
    String level = ResultWriter.level(rule.strength());
    json.beginObject();
    json.name("id").value(rule.id());
    json.name("name").value(rule.id());
    text(json, "shortDescription", rule.title());
    text(json, "fullDescription", rule.title() + ". " + rule.advice());
    json.name("help").beginObject();
    json.name("text").value(rule.title() + ". " + rule.advice());
    json.name("markdown").value("**%s**\n\n%s\n".formatted(rule.title(), rule.advice()));
    json.endObject();
    json.name("defaultConfiguration").beginObject();
    json.name("level").value(level);
    json.endObject();
    json.name("properties").beginObject();
    // As measured on code that taught no rule (docs/evaluation.md): what happened was true, but
    // some predictions and static reports were false.
    json.name("precision").value(rule.strength().isProven() ? "very-high" : "medium");
    json.name("problem.severity").value(level);
    json.name("tags").beginArray().value("concurrency").value("go").value("reliability").endArray();
    json.endObject();
    json.endObject();
  }

  private static void text(JsonWriter json, String name, String words) throws IOException {
    json.name(name).beginObject();
    json.name("text").value(words);
    json.endObject();
  }

  private static void invocation(JsonWriter json, RunRecord run) throws IOException {
    json.beginObject();
    json.name("commandLine").value(String.join(" ", run.command()));
    json.name("startTimeUtc").value(run.started().toString());
    json.name("executionSuccessful").value(isComplete(run));
    json.name("toolExecutionNotifications").beginArray();
    for (String words : notifications(run)) {
      json.beginObject();
      json.name("level").value("warning");
      text(json, "message", words);
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  private static boolean isComplete(RunRecord run) {
    return !run.failsByGaps()
        && run.ending().map(e -> !(e.outcome() instanceof RunOutcome.ToolFailed)).orElse(false);
  }

  private static List<String> notifications(RunRecord run) {
    if (run.ending().isEmpty()) {
      return List.of("the run did not finish");
    }
    RunRecord.Ending ending = run.ending().get();
    List<String> words = new ArrayList<>(Remarks.of(ending));
    ending.gaps().forEach(gap -> words.add("incomplete: " + GapWords.of(gap)));
    switch (ending.outcome()) {
      case RunOutcome.Passed _ -> {}
      case RunOutcome.TargetFailed failed -> words.add(OutcomeWords.of(failed.why()));
      case RunOutcome.TimedOut _ -> words.add("the program was still running at its time limit");
      case RunOutcome.Interrupted _ -> words.add("interrupted: the rest was not analyzed");
      case RunOutcome.ToolFailed failed -> words.add(OutcomeWords.of(failed.why()));
    }
    return words;
  }
}
