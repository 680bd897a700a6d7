package dev.harrier.report.json;

import com.google.gson.stream.JsonWriter;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.ObjectStory;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import java.io.IOException;
import java.util.List;

/** Writes the members {@code rules} and {@code findings} of a document. */
final class FindingsWriter {
  private final JsonWriter json;
  private final SourcePaths paths;

  FindingsWriter(JsonWriter json, SourcePaths paths) {
    this.json = json;
    this.paths = paths;
  }

  void write(RunReport report) throws IOException {
    json.name("rules").beginArray();
    for (Rule rule : report.rules().values()) {
      json.beginObject();
      json.name("id").value(rule.id());
      json.name("title").value(rule.title());
      json.name("advice").value(rule.advice());
      json.endObject();
    }
    json.endArray();
    json.name("findings").beginArray();
    for (Finding finding : report.findings()) {
      finding(finding);
    }
    json.endArray();
  }

  private void finding(Finding finding) throws IOException {
    json.beginObject();
    json.name("rule").value(finding.rule().id());
    json.name("strength").value(Member.word(finding.strength()));
    json.name("message").value(finding.message());
    json.name("file").value(paths.shown(finding.location().file()));
    json.name("line").value(finding.location().line());
    json.name("column").value(finding.location().column());
    json.name("function").value(finding.location().function());
    json.name("package").value(finding.location().packagePath());
    json.name("test").value(finding.test());
    json.name("fingerprint").value(finding.fingerprint());
    json.name("count").value(finding.count());
    json.name("evidence").value(finding.evidence());
    strings("steps", finding.steps());
    json.name("goroutines").beginArray();
    for (GoroutineStory goroutine : finding.goroutines()) {
      goroutine(goroutine);
    }
    json.endArray();
    json.name("objects").beginArray();
    for (ObjectStory object : finding.objects()) {
      object(object);
    }
    json.endArray();
    witness(finding.witness());
    json.endObject();
  }

  private void goroutine(GoroutineStory goroutine) throws IOException {
    json.beginObject();
    json.name("id").value(goroutine.id().value());
    json.name("role").value(goroutine.role());
    json.name("state").value(goroutine.state());
    stack("stack", goroutine.stack());
    json.name("createdBy").value(goroutine.creator().value());
    stack("createdAt", goroutine.createdAt());
    strings("lastOperations", goroutine.lastOperations());
    json.endObject();
  }

  private void object(ObjectStory object) throws IOException {
    json.beginObject();
    json.name("id").value(object.id().value());
    json.name("kind").value(Member.word(object.kind()));
    json.name("note").value(object.note());
    json.name("madeKnown").value(object.madeKnown());
    stack("madeAt", object.madeAt());
    strings("lastOperations", object.lastOperations());
    json.endObject();
  }

  private void stack(String name, Stack stack) throws IOException {
    json.name(name).beginObject();
    json.name("truncated").value(stack.truncated());
    json.name("frames").beginArray();
    for (Site site : stack.frames()) {
      json.beginObject();
      json.name("function").value(site.function());
      json.name("file").value(paths.shown(site.file()));
      json.name("line").value(site.line());
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  private void witness(Witness witness) throws IOException {
    json.name("witness").beginObject();
    json.name("command").value(witness.command());
    if (witness.schedule().isPresent()) {
      json.name("schedule").value(witness.schedule().get());
    }
    if (witness.reproduction().isPresent()) {
      json.name("reproduction").beginObject();
      json.name("seen").value(witness.reproduction().get().seen());
      json.name("runs").value(witness.reproduction().get().runs());
      json.endObject();
    }
    if (witness.interleaving().isPresent()) {
      interleaving(witness.interleaving().get());
    }
    json.endObject();
  }

  private void interleaving(Interleaving interleaving) throws IOException {
    json.name("interleaving").beginObject();
    json.name("goroutines").beginArray();
    for (GoroutineId id : interleaving.goroutines()) {
      json.value(id.value());
    }
    json.endArray();
    json.name("before").value(interleaving.before());
    json.name("turns").beginArray();
    for (Interleaving.Turn turn : interleaving.turns()) {
      json.beginObject();
      json.name("goroutine").value(turn.goroutine().value());
      json.name("what").value(turn.what());
      json.name("why").value(turn.why());
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  private void strings(String name, List<String> values) throws IOException {
    json.name(name).beginArray();
    for (String value : values) {
      json.value(value);
    }
    json.endArray();
  }
}
