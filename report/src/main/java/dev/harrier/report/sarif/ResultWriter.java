package dev.harrier.report.sarif;

import com.google.gson.stream.JsonWriter;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.SuggestedFix;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.report.RunReport;
import dev.harrier.report.words.Advice;
import dev.harrier.report.words.Causes;
import dev.harrier.report.words.CommandWords;
import dev.harrier.report.words.Costs;
import dev.harrier.report.words.DefectWords;
import dev.harrier.report.words.Parts;
import dev.harrier.report.words.Proofs;
import dev.harrier.report.words.Steps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes one finding as a SARIF result. */
final class ResultWriter {
  private final JsonWriter json;
  private final Artifacts artifacts;

  ResultWriter(JsonWriter json, Artifacts artifacts) {
    this.json = json;
    this.artifacts = artifacts;
  }

  /** A place that the message of a result links to. */
  private record Related(Site site, String words) {}

  void write(Finding finding, int ruleIndex, RunReport report) throws IOException {
    List<Related> related = related(finding);
    json.beginObject();
    json.name("ruleId").value(finding.rule().id());
    json.name("ruleIndex").value(ruleIndex);
    boolean known = report.isKnown(finding);
    json.name("level").value(known ? "note" : level(finding.strength()));
    if (!report.run().policy().known().source().isEmpty()) {
      json.name("baselineState").value(known ? "unchanged" : "new");
    }
    artifacts.message(message(finding, related));
    json.name("locations").beginArray().beginObject();
    Location at = finding.location();
    artifacts.members(new Site(at.function(), at.file(), at.line()), at.column());
    json.endObject().endArray();
    json.name("partialFingerprints").beginObject();
    json.name("harrier/v2").value(finding.fingerprint());
    json.endObject();
    json.name("occurrenceCount").value(finding.count());
    stacks(finding.participants());
    flows(finding.participants());
    related(related);
    if (finding.explanation().suggestedFix().isPresent()) {
      fix(finding.explanation().suggestedFix().get());
    }
    properties(finding);
    json.endObject();
  }

  private void fix(SuggestedFix fix) throws IOException {
    json.name("fixes").beginArray().beginObject();
    json.name("description").beginObject();
    json.name("text").value(Advice.title(fix));
    json.endObject();
    json.name("artifactChanges").beginArray().beginObject();
    artifacts.file(fix.file());
    json.name("replacements").beginArray();
    for (SuggestedFix.TextEdit edit : fix.edits()) {
      json.beginObject();
      json.name("deletedRegion").beginObject();
      json.name("startLine").value(edit.line());
      json.name("startColumn").value(edit.column());
      json.name("endLine").value(edit.endLine());
      json.name("endColumn").value(edit.endColumn());
      json.endObject();
      json.name("insertedContent").beginObject();
      json.name("text").value(edit.text());
      json.endObject();
      json.endObject();
    }
    json.endArray();
    json.endObject().endArray();
    json.endObject().endArray();
  }

  /** The word that the format has for a strength. */
  static String level(Strength strength) {
    return switch (strength) {
      case OBSERVED, CONFIRMED -> "error";
      case PREDICTED, STATIC -> "warning";
      case SUSPICIOUS -> "note";
    };
  }

  private static List<Related> related(Finding finding) {
    List<Related> places = new ArrayList<>();
    for (Participant goroutine : finding.participants()) {
      if (!goroutine.createdAt().frames().isEmpty()) {
        places.add(new Related(goroutine.createdAt().top(), goroutine.id() + " was created here"));
      }
    }
    for (InvolvedObject object : finding.objects()) {
      if (!object.madeAt().frames().isEmpty()) {
        String verb = object.madeKnown() ? " was made here" : " was first used here";
        places.add(
            new Related(object.madeAt().top(), object.kind().word() + " " + object.id() + verb));
      }
    }
    return places;
  }

  private static String message(Finding finding, List<Related> related) {
    StringBuilder text = new StringBuilder(sentence(escaped(DefectWords.of(finding))));
    for (int i = 0; i < related.size(); i++) {
      text.append(i == 0 ? "\n\n" : "\n");
      text.append("[%s](%d)".formatted(escaped(related.get(i).words()), i + 1));
    }
    String cause = Causes.of(finding.witness());
    if (!cause.isEmpty()) {
      text.append("\n\nCause: ").append(sentence(escaped(cause)));
    }
    text.append("\n\n").append(sentence(escaped(Proofs.of(finding.explanation()))));
    String cost = Costs.of(finding);
    if (!cost.isEmpty()) {
      text.append("\n\n").append(sentence(escaped(cost)));
    }
    String again = CommandWords.of(finding.witness().rerun());
    if (!again.isEmpty()) {
      text.append("\n\nSee it again: ").append(escaped(again));
    }
    return text.toString();
  }

  private static String sentence(String words) {
    return words.endsWith(".") ? words : words + ".";
  }

  /** Square brackets and backslashes have a meaning in SARIF messages (3.11.6, embedded links). */
  private static String escaped(String words) {
    return words.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]");
  }

  private void stacks(List<Participant> goroutines) throws IOException {
    json.name("stacks").beginArray();
    for (Participant goroutine : goroutines) {
      if (goroutine.stack().frames().isEmpty()) {
        continue;
      }
      json.beginObject();
      artifacts.message(described(goroutine));
      json.name("frames").beginArray();
      for (Site site : goroutine.stack().frames()) {
        json.beginObject();
        json.name("location");
        artifacts.location(site, 1, site.function());
        json.endObject();
      }
      json.endArray();
      json.endObject();
    }
    json.endArray();
  }

  /** From the outermost caller that created a goroutine to the place where it stands. */
  private void flows(List<Participant> goroutines) throws IOException {
    json.name("codeFlows").beginArray();
    for (Participant goroutine : goroutines) {
      Stack created = goroutine.createdAt();
      Stack stands = goroutine.stack();
      if (created.frames().isEmpty() && stands.frames().isEmpty()) {
        continue;
      }
      json.beginObject();
      artifacts.message(described(goroutine));
      json.name("threadFlows").beginArray().beginObject();
      json.name("id").value(goroutine.id().toString());
      json.name("locations").beginArray();
      step(created, "creates " + goroutine.id() + " in ");
      step(stands, goroutine.id() + " is here, ");
      json.endArray();
      json.endObject().endArray();
      json.endObject();
    }
    json.endArray();
  }

  private void step(Stack stack, String words) throws IOException {
    for (Site site : stack.frames().reversed()) {
      json.beginObject();
      json.name("location");
      artifacts.location(site, 1, words + site.function());
      json.endObject();
    }
  }

  private static String described(Participant goroutine) {
    return goroutine.id() + ": " + Parts.of(goroutine);
  }

  private void related(List<Related> related) throws IOException {
    json.name("relatedLocations").beginArray();
    for (int i = 0; i < related.size(); i++) {
      artifacts.related(i + 1, related.get(i).site(), related.get(i).words());
    }
    json.endArray();
  }

  private void properties(Finding finding) throws IOException {
    json.name("properties").beginObject();
    json.name("test").value(finding.test());
    json.name("witness").value(CommandWords.of(finding.witness().rerun()));
    if (finding.witness().schedule().isPresent()) {
      json.name("schedule").value(finding.witness().schedule().get());
    }
    json.name("steps").beginArray();
    for (Step step : finding.explanation().steps()) {
      json.value(Steps.of(step));
    }
    json.endArray();
    json.endObject();
  }
}
