package dev.harrier.report.json;

import com.google.gson.stream.JsonWriter;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.RunProgress;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.Shapes;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.words.Causes;
import dev.harrier.report.words.DefectWords;
import dev.harrier.report.words.Proofs;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The documents of this format: a report (a run with its findings), the two files into which the
 * store splits it, and the baseline of a module. Each says the version of the format.
 */
public final class JsonDocuments {
  /**
   * Raised when a reader of the former version would misread a document. New members do not raise
   * it.
   */
  public static final int VERSION = 4;

  /** The same of a baseline, which is a file of the user's and outlives reports. */
  private static final int BASELINE = 2;

  private JsonDocuments() {}

  /** A whole report. */
  public static String report(RunReport report) throws IOException {
    return document(json -> {
      json.name("run");
      RunCodec.write(json, report.run());
      findings(json, report.findings(), report.run().moduleRoot());
    });
  }

  /** One finding of a run, as it stands in a report. */
  public static String finding(RunReport report, Finding finding) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      finding(
          json,
          finding,
          Shapes.among(report.findings()).shapeOf(finding),
          new RecordWriter(json, new SourcePaths(report.run().moduleRoot())));
    }
    return text.toString();
  }

  /** A run without its findings. */
  public static String run(RunRecord run) throws IOException {
    return document(json -> {
      json.name("run");
      RunCodec.write(json, run);
    });
  }

  /** Runs without their findings, in an array. */
  public static String runs(List<RunRecord> runs) throws IOException {
    return document(json -> {
      json.name("runs").beginArray();
      for (RunRecord run : runs) {
        RunCodec.write(json, run);
      }
      json.endArray();
    });
  }

  /** The findings of a run without the run. */
  public static String findings(RunReport report) throws IOException {
    return findings(report.findings(), report.run().moduleRoot());
  }

  /**
   * Findings by themselves.
   *
   * @param moduleRoot files below it are named as they are seen from there
   */
  public static String findings(List<Finding> findings, Path moduleRoot) throws IOException {
    return document(json -> findings(json, findings, moduleRoot));
  }

  /**
   * The findings of runs as a baseline: sorted, one a line, so that a change of the file is easy to
   * read.
   */
  public static String baseline(List<RunReport> runs) throws IOException {
    SortedSet<String> lines = new TreeSet<>();
    for (RunReport report : runs) {
      SourcePaths paths = new SourcePaths(report.run().moduleRoot());
      for (Finding finding : report.findings()) {
        lines.add(baselineEntry(finding, paths));
      }
    }
    return "{\"version\": %d, \"baseline\": [\n%s\n]}\n"
        .formatted(BASELINE, String.join(",\n", lines));
  }

  /** The place comes first, because the lines are sorted. */
  private static String baselineEntry(Finding finding, SourcePaths paths) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.beginObject();
      json.name("file").value(paths.shown(finding.location().file()));
      json.name("function").value(finding.location().function());
      json.name("rule").value(finding.rule().id());
      json.name("fingerprint").value(finding.fingerprint());
      json.endObject();
    }
    return text.toString();
  }

  /** How far a run is. */
  public static String progress(RunProgress progress) throws IOException {
    return document(json -> {
      json.name("progress").beginObject();
      // It names no file, so it does not matter from where paths are seen.
      new RecordWriter(json, new SourcePaths(Path.of(""))).members(progress);
      json.endObject();
    });
  }

  /** Reads what {@link #progress} wrote. */
  public static RunProgress readProgress(Reader reader) throws MalformedJsonException {
    return new RecordReader(Map.of(), new SourcePaths(Path.of("")))
        .read(open(reader).get("progress"), RunProgress.class);
  }

  /** Reads the fingerprints of what {@link #baseline} wrote. */
  public static Set<String> readBaseline(Reader reader) throws MalformedJsonException {
    return Set.copyOf(
        open(reader, BASELINE).get("baseline").list(m -> m.get("fingerprint").string()));
  }

  /** Reads what {@link #run} or {@link #report} wrote. */
  public static RunRecord readRun(Reader reader) throws MalformedJsonException {
    return RunCodec.read(open(reader).get("run"), Optional.empty());
  }

  /**
   * The same of a run that may come from anywhere.
   *
   * @param moduleRoot the root of its module on this machine, which is taken for the one that it
   *     names
   */
  public static RunRecord readRun(Reader reader, Path moduleRoot) throws MalformedJsonException {
    return RunCodec.read(open(reader).get("run"), Optional.of(moduleRoot));
  }

  /**
   * Reads what {@link #findings} or {@link #report} wrote.
   *
   * @param moduleRoot where relative files are looked for
   */
  public static List<Finding> readFindings(Reader reader, Path moduleRoot)
      throws MalformedJsonException {
    Member document = open(reader);
    Map<String, Rule> rules = new HashMap<>();
    for (Rule rule : document.get("rules").list(JsonDocuments::rule)) {
      rules.put(rule.id(), rule);
    }
    RecordReader records = new RecordReader(rules, new SourcePaths(moduleRoot));
    return document.get("findings").list(m -> records.read(m, Finding.class));
  }

  private static Member open(Reader reader) throws MalformedJsonException {
    return open(reader, VERSION);
  }

  private static Member open(Reader reader, int known) throws MalformedJsonException {
    Member document = Member.parse(reader);
    int version = document.get("version").integer();
    if (version > known) {
      throw new NewerVersionException(version, known);
    }
    if (version != known) {
      throw document
          .get("version")
          .expected("version %d, the only one that this Harrier reads".formatted(known));
    }
    return document;
  }

  private static void findings(JsonWriter json, List<Finding> findings, Path moduleRoot)
      throws IOException {
    RecordWriter records = new RecordWriter(json, new SourcePaths(moduleRoot));
    json.name("rules").beginArray();
    for (Rule rule : RunReport.rules(findings).values()) {
      json.beginObject();
      records.members(rule);
      json.endObject();
    }
    json.endArray();
    json.name("findings").beginArray();
    Shapes shapes = Shapes.among(findings);
    for (Finding finding : findings) {
      finding(json, finding, shapes.shapeOf(finding), records);
    }
    json.endArray();
  }

  private static void finding(
      JsonWriter json, Finding finding, Optional<Finding> shapeOf, RecordWriter records)
      throws IOException {
    json.beginObject();
    json.name("message").value(DefectWords.of(finding));
    json.name("proof").value(Proofs.of(finding.explanation()));
    String cause = Causes.of(finding.witness());
    if (!cause.isEmpty()) {
      json.name("cause").value(cause);
    }
    if (shapeOf.isPresent()) {
      json.name("shapeOf").value(shapeOf.get().fingerprint());
    }
    records.members(finding);
    json.endObject();
  }

  private static Rule rule(Member m) throws MalformedJsonException {
    return new Rule(
        m.get("id").string(),
        m.get("title").string(),
        m.get("advice").string(),
        m.get("strength").optional(s -> s.constant(Strength.class)).orElse(Strength.OBSERVED));
  }

  private static String document(Body body) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.setIndent("  ");
      json.beginObject();
      json.name("version").value(VERSION);
      body.write(json);
      json.endObject();
    }
    return text.append('\n').toString();
  }

  @FunctionalInterface
  private interface Body {
    void write(JsonWriter json) throws IOException;
  }
}
