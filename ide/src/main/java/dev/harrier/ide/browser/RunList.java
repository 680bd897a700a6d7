package dev.harrier.ide.browser;

import com.google.gson.stream.JsonWriter;
import dev.harrier.report.RunId;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.text.Summary;
import java.io.IOException;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The rows of the list of runs, newest first. A run that has ended is read once. */
final class RunList {
  /** Runs beyond these are counted. */
  static final int MOST = 200;

  private final StoredPages pages;
  private final Map<RunId, Row> ended = new ConcurrentHashMap<>();

  RunList(StoredPages pages) {
    this.pages = pages;
  }

  /** What a row says; {@code state} is how it is marked. */
  private record Row(RunId id, String state, String command, String started, String said) {}

  /** All of it as a line of JSON that may stand inside a script element. */
  String data() throws StoreException.Unreadable, IOException {
    List<RunId> ids = pages.module().runs().list();
    ended.keySet().retainAll(ids);
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.setHtmlSafe(true);
      json.beginObject();
      json.name("module").value(pages.module().root().getFileName().toString());
      json.name("summary").value(summary(ids.size()));
      json.name("runs").beginArray();
      for (RunId id : ids.subList(0, Math.min(MOST, ids.size()))) {
        Row row = row(id);
        json.beginObject();
        json.name("id").value(id.value());
        json.name("state").value(row.state());
        json.name("command").value(row.command());
        json.name("started").value(row.started());
        json.name("said").value(row.said());
        json.endObject();
      }
      json.endArray();
      json.endObject();
    }
    return text.toString();
  }

  private static String summary(int runs) {
    return switch (runs) {
      case 0 -> "There are no runs yet: harrier test ./... makes one.";
      case 1 -> "1 run is stored.";
      default ->
          runs <= MOST
              ? "%,d runs are stored, newest first.".formatted(runs)
              : String.format(
                  Locale.ROOT,
                  "The newest %,d of %,d runs; harrier report -list names all.",
                  MOST,
                  runs);
    };
  }

  private Row row(RunId id) {
    Row known = ended.get(id);
    if (known != null) {
      return known;
    }
    try {
      RunReport report = pages.report(id);
      RunRecord run = report.run();
      boolean over = run.ending().isPresent();
      String state = over ? (report.failing().isEmpty() ? "passes" : "fails") : "going";
      String said = Summary.verdict(report) + (over ? "" : "; " + pages.status(run));
      Row row =
          new Row(
              id,
              state,
              String.join(" ", run.command()),
              run.started().truncatedTo(ChronoUnit.SECONDS).toString(),
              said);
      if (over) {
        ended.put(id, row);
      }
      return row;
    } catch (StoreException.Unreadable e) {
      return new Row(id, "unreadable", "", "", String.valueOf(e.getMessage()));
    }
  }
}
