package dev.harrier.report.store;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonWriter;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.SuggestedFix;
import dev.harrier.model.trace.Site;
import dev.harrier.report.QuotableFiles;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.json.MalformedJsonException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The text of the lines that the findings of a run name, with two lines around each, so that an
 * editor can see whether a line has changed or moved since. Only files of the module; a file that
 * changed while the run continued has none.
 *
 * @param files lines by their number from 1, by file relative to the module
 */
public record KeptLines(Map<String, SortedMap<Integer, String>> files) {
  public static final KeptLines NONE = new KeptLines(Map.of());

  /** Lines before and after each. */
  public static final int AROUND = 2;

  /** What the files have now, unless they are younger than the run. */
  public static KeptLines of(RunReport report) {
    SourcePaths paths = new SourcePaths(report.run().moduleRoot());
    QuotableFiles quotable = QuotableFiles.of(report.run());
    Map<String, SortedMap<Integer, String>> files = new LinkedHashMap<>();
    Map<String, List<String>> texts = new LinkedHashMap<>();
    report.findings().stream()
        .flatMap(KeptLines::places)
        .filter(site -> paths.covers(site.file()) && site.line() > 0)
        .forEach(site -> {
          List<String> text =
              texts.computeIfAbsent(
                  site.file(), f -> quotable.unchanged(f, report.run().started()));
          int end = Math.min(text.size(), site.line() + AROUND);
          for (int line = Math.max(1, site.line() - AROUND); line <= end; line++) {
            files
                .computeIfAbsent(paths.shown(site.file()), _ -> new TreeMap<>())
                .put(line, text.get(line - 1));
          }
        });
    return new KeptLines(files);
  }

  private static Stream<Site> places(Finding finding) {
    var at = finding.location();
    return Stream.of(
            Stream.of(new Site(at.function(), at.file(), at.line())),
            finding.participants().stream()
                .map(Participant::stack)
                .flatMap(s -> s.frames().stream()),
            finding.participants().stream()
                .map(Participant::createdAt)
                .flatMap(s -> s.frames().stream()),
            finding.objects().stream()
                .map(InvolvedObject::madeAt)
                .flatMap(s -> s.frames().stream()),
            finding.explanation().suggestedFix().stream().flatMap(KeptLines::edited))
        .flatMap(s -> s);
  }

  private static Stream<Site> edited(SuggestedFix fix) {
    return fix.edits().stream()
        .flatMap(edit -> Stream.of(edit.line(), edit.endLine()))
        .map(line -> new Site("", fix.file(), line));
  }

  /**
   * The text of a line when the run was made.
   *
   * @param file relative to the module
   */
  public Optional<String> line(String file, int line) {
    return Optional.ofNullable(files.get(file)).map(lines -> lines.get(line));
  }

  /**
   * The text of a line and of those around it, as far as they were kept without a gap; the first is
   * line {@code max(1, line - AROUND)}. Empty if the line was not kept.
   */
  public List<String> around(String file, int line) {
    List<String> lines = new ArrayList<>();
    for (int i = Math.max(1, line - AROUND); i <= line + AROUND; i++) {
      Optional<String> text = line(file, i);
      if (text.isEmpty() && i <= line) {
        return List.of();
      }
      text.ifPresent(lines::add);
    }
    return lines;
  }

  String json() throws IOException {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.beginObject();
      for (Map.Entry<String, SortedMap<Integer, String>> file : files.entrySet()) {
        json.name(file.getKey()).beginObject();
        for (Map.Entry<Integer, String> line : file.getValue().entrySet()) {
          json.name(line.getKey().toString()).value(line.getValue());
        }
        json.endObject();
      }
      json.endObject();
    }
    return text.append('\n').toString();
  }

  static KeptLines read(Reader reader) throws MalformedJsonException {
    try {
      Map<String, SortedMap<Integer, String>> files = new LinkedHashMap<>();
      JsonObject document = JsonParser.parseReader(reader).getAsJsonObject();
      for (Map.Entry<String, JsonElement> file : document.entrySet()) {
        SortedMap<Integer, String> lines = new TreeMap<>();
        for (Map.Entry<String, JsonElement> line : file.getValue().getAsJsonObject().entrySet()) {
          lines.put(Integer.valueOf(line.getKey()), line.getValue().getAsString());
        }
        files.put(file.getKey(), lines);
      }
      return new KeptLines(files);
    } catch (JsonParseException | IllegalStateException | NumberFormatException e) {
      throw new MalformedJsonException("expected lines of source: " + e.getMessage());
    }
  }
}
