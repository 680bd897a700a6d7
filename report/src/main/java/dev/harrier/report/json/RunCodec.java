package dev.harrier.report.json;

import com.google.gson.stream.JsonWriter;
import dev.harrier.model.command.Invocation;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.model.finding.ToolFailure;
import dev.harrier.report.Baseline;
import dev.harrier.report.FailOn;
import dev.harrier.report.FailurePolicy;
import dev.harrier.report.Revision;
import dev.harrier.report.RunId;
import dev.harrier.report.RunRecord;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.words.OutcomeWords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A {@link RunRecord} as a JSON object, both ways. */
final class RunCodec {
  private RunCodec() {}

  static void write(JsonWriter json, RunRecord run) throws IOException {
    json.beginObject();
    json.name("id").value(run.id().value());
    json.name("harrier").value(run.harrierVersion());
    json.name("go").beginObject();
    json.name("version").value(run.go().version());
    json.name("root").value(run.go().root().toString());
    json.endObject();
    words(json.name("command"), run.command());
    invocation(json, run.invocation());
    json.name("directory").value(run.directory().toString());
    json.name("moduleRoot").value(run.moduleRoot().toString());
    if (run.revision().isPresent()) {
      json.name("revision").beginObject();
      json.name("commit").value(run.revision().get().commit());
      json.name("changed").value(run.revision().get().changed());
      json.endObject();
    }
    json.name("pid").value(run.pid());
    json.name("started").value(run.started().toString());
    json.name("failOn").value(Member.word(run.policy().failOn()));
    if (run.policy().incomplete()) {
      json.name("failOnIncomplete").value(true);
    }
    known(json, run.policy().known());
    if (run.ending().isPresent()) {
      json.name("ending");
      ending(json, run.ending().get(), new SourcePaths(run.moduleRoot()));
    }
    json.endObject();
  }

  private static void known(JsonWriter json, Baseline known) throws IOException {
    if (known.source().isEmpty()) {
      return;
    }
    json.name("known").beginObject();
    json.name("source").value(known.source());
    json.name("fingerprints").beginArray();
    for (String fingerprint : new TreeSet<>(known.fingerprints())) {
      json.value(fingerprint);
    }
    json.endArray();
    json.endObject();
  }

  private static void ending(JsonWriter json, RunRecord.Ending ending, SourcePaths paths)
      throws IOException {
    json.beginObject();
    json.name("durationMillis").value(ending.duration().toMillis());
    json.name("outcome");
    RecordWriter records = new RecordWriter(json, paths);
    outcome(json, ending.outcome(), records);
    basis(json, ending.basis());
    json.name("gaps");
    records.all(ending.gaps(), Gap.class);
    json.name("remarks");
    records.all(ending.remarks(), Remark.class);
    if (!ending.explored().equals(Explored.NOTHING)) {
      json.name("explored").beginObject();
      records.members(ending.explored());
      json.endObject();
    }
    json.endObject();
  }

  private static void basis(JsonWriter json, RunRecord.Basis basis) throws IOException {
    switch (basis) {
      case RunRecord.Basis.Traces(int processes, long events) ->
          json.name("processes").value(processes).name("events").value(events);
      case RunRecord.Basis.Source(int packages, int functions) ->
          json.name("packages").value(packages).name("functions").value(functions);
      case RunRecord.Basis.Production(int processes, long goroutines) ->
          json.name("processes").value(processes).name("goroutines").value(goroutines);
    }
  }

  private static void invocation(JsonWriter json, Invocation invocation) throws IOException {
    json.name("invocation").beginObject();
    json.name("command").value(invocation.command());
    json.name("options").beginArray();
    for (Map.Entry<String, List<String>> option : invocation.options().entrySet()) {
      json.beginObject().name("name").value(option.getKey());
      words(json.name("values"), option.getValue());
      json.endObject();
    }
    json.endArray();
    words(json.name("arguments"), invocation.arguments());
    words(json.name("rest"), invocation.rest());
    json.endObject();
  }

  private static Invocation invocation(Member m) throws MalformedJsonException {
    Map<String, List<String>> options = new TreeMap<>();
    for (Member option : m.get("options").list(o -> o)) {
      options.put(option.get("name").string(), option.get("values").list(Member::string));
    }
    return new Invocation(
        m.get("command").string(),
        options,
        m.get("arguments").list(Member::string),
        m.get("rest").list(Member::string));
  }

  private static void words(JsonWriter json, List<String> words) throws IOException {
    json.beginArray();
    for (String word : words) {
      json.value(word);
    }
    json.endArray();
  }

  private static void outcome(JsonWriter json, RunOutcome outcome, RecordWriter records)
      throws IOException {
    json.beginObject();
    switch (outcome) {
      case RunOutcome.Passed _ -> json.name("kind").value("passed");
      case RunOutcome.TargetFailed failed -> {
        json.name("kind").value("target-failed");
        json.name("exitStatus").value(failed.exitStatus());
        json.name("detail").value(OutcomeWords.of(failed.why()));
        json.name("failure");
        records.value(failed.why(), TargetFailure.class);
      }
      case RunOutcome.TimedOut timedOut -> {
        json.name("kind").value("timed-out");
        json.name("limitMillis").value(timedOut.limit().toMillis());
      }
      case RunOutcome.Interrupted _ -> json.name("kind").value("interrupted");
      case RunOutcome.ToolFailed failed -> {
        json.name("kind").value("tool-failed");
        json.name("detail").value(OutcomeWords.of(failed.why()));
        json.name("toolFailure");
        records.value(failed.why(), ToolFailure.class);
      }
    }
    json.endObject();
  }

  /**
   * @param here the root of the module as it is on this machine, whatever the document says
   */
  static RunRecord read(Member m, Optional<Path> here) throws MalformedJsonException {
    String id = m.get("id").string();
    if (!RunId.isRunId(id)) {
      throw m.get("id").expected("a run id such as 20260131-235959-1");
    }
    Path moduleRoot = here.orElse(m.get("moduleRoot").file());
    RecordReader records = new RecordReader(Map.of(), new SourcePaths(moduleRoot));
    return new RunRecord(
        new RunId(id),
        m.get("harrier").string(),
        new RunRecord.GoInstallation(
            m.get("go").get("version").string(), m.get("go").get("root").file()),
        m.get("command").list(Member::string),
        m.get("invocation").optional(RunCodec::invocation).orElse(Invocation.UNKNOWN),
        m.get("directory").file(),
        moduleRoot,
        m.get("revision")
            .optional(r -> new Revision(r.get("commit").string(), r.get("changed").bool())),
        m.get("pid").number(),
        instant(m.get("started")),
        new FailurePolicy(
            m.get("failOn").constant(FailOn.class),
            m.get("failOnIncomplete").optional(Member::bool).orElse(false),
            m.get("known").optional(RunCodec::known).orElse(Baseline.NONE)),
        m.get("ending").optional(ending -> ending(ending, records)));
  }

  private static Baseline known(Member m) throws MalformedJsonException {
    return new Baseline(
        m.get("source").string(), Set.copyOf(m.get("fingerprints").list(Member::string)));
  }

  private static Instant instant(Member m) throws MalformedJsonException {
    try {
      return Instant.parse(m.string());
    } catch (DateTimeParseException e) {
      throw m.expected("a time such as 2026-01-31T23:59:59Z");
    }
  }

  private static RunRecord.Ending ending(Member m, RecordReader records)
      throws MalformedJsonException {
    return new RunRecord.Ending(
        Duration.ofMillis(m.get("durationMillis").number()),
        outcome(m.get("outcome"), records),
        basis(m),
        m.get("gaps").list(gap -> records.read(gap, Gap.class)),
        m.get("remarks").list(remark -> records.read(remark, Remark.class)),
        m.get("explored")
            .optional(explored -> records.read(explored, Explored.class))
            .orElse(Explored.NOTHING));
  }

  private static RunRecord.Basis basis(Member m) throws MalformedJsonException {
    if (m.get("packages").isPresent()) {
      return new RunRecord.Basis.Source(m.get("packages").integer(), m.get("functions").integer());
    }
    return m.get("goroutines").isPresent()
        ? new RunRecord.Basis.Production(m.get("processes").integer(), m.get("goroutines").number())
        : new RunRecord.Basis.Traces(m.get("processes").integer(), m.get("events").number());
  }

  private static RunOutcome outcome(Member m, RecordReader records) throws MalformedJsonException {
    return switch (m.get("kind").string()) {
      case "passed" -> new RunOutcome.Passed();
      case "target-failed" ->
          new RunOutcome.TargetFailed(
              m.get("exitStatus").integer(), records.read(m.get("failure"), TargetFailure.class));
      case "timed-out" -> new RunOutcome.TimedOut(Duration.ofMillis(m.get("limitMillis").number()));
      case "interrupted" -> new RunOutcome.Interrupted();
      case "tool-failed" ->
          new RunOutcome.ToolFailed(records.read(m.get("toolFailure"), ToolFailure.class));
      default -> throw m.get("kind").expected("the kind of an outcome");
    };
  }
}
