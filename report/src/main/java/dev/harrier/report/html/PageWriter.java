package dev.harrier.report.html;

import com.google.gson.stream.JsonWriter;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.finding.Contrast;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Headcount;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.ObjectRef;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Step.WouldBlock.Obstacle;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.usage.CoverageReport;
import dev.harrier.model.usage.Uncovered;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.Shapes;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.store.KeptLines;
import dev.harrier.report.text.Excerpt;
import dev.harrier.report.text.ObjectText;
import dev.harrier.report.text.Palette;
import dev.harrier.report.text.StackText;
import dev.harrier.report.text.Summary;
import dev.harrier.report.text.TextRenderer;
import dev.harrier.report.words.ActionWords;
import dev.harrier.report.words.Advice;
import dev.harrier.report.words.Causes;
import dev.harrier.report.words.CommandWords;
import dev.harrier.report.words.ContrastWords;
import dev.harrier.report.words.Costs;
import dev.harrier.report.words.DefectWords;
import dev.harrier.report.words.Names;
import dev.harrier.report.words.Parts;
import dev.harrier.report.words.Proofs;
import dev.harrier.report.words.RaceOrders;
import dev.harrier.report.words.ShapeWords;
import dev.harrier.report.words.Shortfalls;
import dev.harrier.report.words.Steps;
import dev.harrier.report.words.Turns;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the page shows, as JSON that may stand inside a script element. */
final class PageWriter {
  /** Lines of source before and after the place. */
  private static final int AROUND = 6;

  private final JsonWriter json;
  private final RunReport report;
  private final Shapes shapes;
  private final StackText stacks;
  private final Excerpt excerpt;
  private final SourcePaths module;
  private final KeptLines kept;

  private PageWriter(JsonWriter json, RunReport report, SourcePaths paths, KeptLines kept) {
    this.json = json;
    this.module = new SourcePaths(report.run().moduleRoot());
    this.kept = kept;
    this.report = report;
    this.shapes = report.shapes();
    this.stacks = new StackText(paths, report.run().go().root());
    this.excerpt = Excerpt.of(report.run());
  }

  static String of(RunReport report, SourcePaths paths, KeptLines kept) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.setHtmlSafe(true);
      new PageWriter(json, report, paths, kept).page();
    }
    return text.toString();
  }

  private void page() throws IOException {
    RunRecord run = report.run();
    json.beginObject();
    StringBuilder summary = new StringBuilder();
    new Summary(summary, Palette.PLAIN, TextRenderer.Volume.WHOLE).write(report);
    List<String> lines = summary.toString().lines().map(Summary::withoutPrefix).toList();
    text("verdict", lines.getLast());
    Explored explored = run.ending().map(RunRecord.Ending::explored).orElse(Explored.NOTHING);
    texts("notes", lines.subList(0, lines.size() - 1));
    text("command", String.join(" ", run.command()));
    text("started", run.started().truncatedTo(ChronoUnit.SECONDS).toString());
    json.name("goesOn").value(run.ending().isEmpty());
    text("versions", "Harrier %s, Go %s".formatted(run.harrierVersion(), run.go().version()));
    if (explored.coverage().isPresent()) {
      coverage(explored.coverage().get());
    }
    json.name("findings").beginArray();
    for (Finding finding : report.failing()) {
      finding(finding);
    }
    for (Finding finding : report.listed()) {
      finding(finding);
    }
    for (Finding finding : report.known()) {
      finding(finding);
    }
    json.endArray();
    json.endObject();
  }

  private void coverage(CoverageReport coverage) throws IOException {
    json.name("coverage").beginObject();
    json.name("summary").value(Shortfalls.summary(coverage) + ".");
    json.name("uncovered").beginArray();
    for (Uncovered uncovered : coverage.uncovered()) {
      json.beginObject();
      json.name("place").value(place(uncovered.at()));
      json.name("means").value(Shortfalls.means(uncovered.shortfall()));
      json.name("goroutines").value(Shortfalls.goroutines(uncovered));
      json.name("requirements").value(uncovered.requirements());
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  private void finding(Finding finding) throws IOException {
    Location at = finding.location();
    json.beginObject();
    text("id", finding.fingerprint());
    text("rule", finding.rule().id());
    text("strength", finding.strength().name().toLowerCase(Locale.ROOT));
    json.name("fails").value(report.fails(finding));
    json.name("known").value(report.isKnown(finding));
    text("package", at.packagePath());
    text("place", place(at));
    text("function", Names.function(at.function()));
    text("message", DefectWords.of(finding));
    text("doubts", Proofs.doubts(finding.explanation()));
    text("cause", Causes.of(finding.witness()));
    text(
        "shape",
        shapes
            .shapeOf(finding)
            .map(first -> ShapeWords.of(first, place(first.location())))
            .orElse(""));
    text("proof", Proofs.of(finding.explanation()));
    json.name("proven").value(finding.strength().isProven());
    text("test", finding.test());
    json.name("count").value(finding.count());
    text("replay", CommandWords.of(finding.witness().rerun()));
    text("rate", CommandWords.withRate(finding.witness()).strip());
    text("schedule", finding.witness().schedule().orElse(""));
    text("fix", Advice.of(finding));
    source(at.file(), at.line());
    json.name("goroutines").beginArray();
    for (Participant participant : finding.participants()) {
      goroutine(participant);
    }
    json.endArray();
    objects(finding.objects());
    json.name("steps").beginArray();
    for (Step step : finding.explanation().steps()) {
      json.value(Steps.of(step));
    }
    json.endArray();
    edges(finding);
    if (finding.defect() instanceof Defect.LeakedInProduction leaked
        && !leaked.growth().isEmpty()) {
      growth(leaked);
    }
    if (finding.defect() instanceof Defect.Race race) {
      texts("orders", RaceOrders.of(race, finding.explanation()));
    }
    timeline("timeline", Timeline.of(finding), finding.witness());
    if (finding.witness().contrast().isPresent()) {
      contrast(finding.witness().contrast().get(), finding);
    }
    json.endObject();
  }

  private void contrast(Contrast contrast, Finding finding) throws IOException {
    json.name("contrast").beginObject();
    text("unless", ContrastWords.unless(contrast));
    text("replay", ContrastWords.replay(contrast));
    text("chances", ContrastWords.chances(contrast));
    timeline("timeline", Timeline.of(contrast.passed(), finding), finding.witness());
    json.endObject();
  }

  private void growth(Defect.LeakedInProduction leaked) throws IOException {
    json.name("growth").beginObject();
    text("says", Costs.growth(leaked));
    text("from", Instant.ofEpochMilli(leaked.growth().getFirst().millis()).toString());
    text("to", Instant.ofEpochMilli(leaked.growth().getLast().millis()).toString());
    json.name("points").beginArray();
    for (Headcount point : leaked.growth()) {
      json.beginArray().value(point.millis()).value(point.goroutines()).endArray();
    }
    json.endArray();
    json.endObject();
  }

  private void goroutine(Participant participant) throws IOException {
    json.beginObject();
    text("id", id(participant.id()));
    text("part", Parts.of(participant));
    stack("stack", participant.stack());
    text("creator", id(participant.creator()));
    stack("created", participant.createdAt());
    for (Site frame : participant.stack().frames()) {
      if (!stacks.isLibrary(frame)) {
        source(frame.file(), frame.line());
        break;
      }
    }
    json.endObject();
  }

  private void source(String file, int line) throws IOException {
    List<String> now = excerpt.around(file, line, AROUND);
    List<String> lines = now.isEmpty() ? kept.around(module.shown(file), line) : now;
    if (lines.isEmpty() && !module.covers(file)) {
      return;
    }
    json.name("source").beginObject();
    json.name("first").value(Math.max(1, line - (now.isEmpty() ? KeptLines.AROUND : AROUND)));
    json.name("line").value(line);
    texts("lines", lines);
    if (now.isEmpty()) {
      text(
          "since",
          lines.isEmpty()
              ? "The source is not shown: the file has changed since the run, or is gone."
              : "As it was then: the file has changed since the run, or is gone.");
    }
    json.endObject();
  }

  private void stack(String name, Stack stack) throws IOException {
    json.name(name).beginArray();
    for (Site frame : stack.frames()) {
      json.beginObject();
      text("place", place(frame));
      text("function", Names.function(frame.function()));
      json.name("library").value(stacks.isLibrary(frame));
      json.endObject();
    }
    json.endArray();
  }

  private void objects(List<InvolvedObject> objects) throws IOException {
    json.name("objects").beginArray();
    for (InvolvedObject object : objects) {
      json.beginObject();
      text("id", object.id().toString());
      text("state", ObjectText.withState(object));
      json.name("made").value(object.madeKnown());
      stack("madeAt", object.madeAt());
      json.endObject();
    }
    json.endArray();
  }

  private void edges(Finding finding) throws IOException {
    json.name("waits").beginArray();
    for (Edge edge : Edge.of(finding)) {
      json.beginObject();
      text("from", id(edge.from()));
      text("to", id(edge.to()));
      texts("objects", edge.objects().stream().map(o -> o.kind().word() + " " + o.id()).toList());
      json.endObject();
    }
    json.endArray();
  }

  private void timeline(String name, Timeline timeline, Witness witness) throws IOException {
    json.name(name).beginObject();
    texts("lanes", timeline.lanes().stream().map(PageWriter::id).toList());
    json.name("whole").value(timeline.whole());
    json.name("turns").beginArray();
    for (int i = 0; i < timeline.turns().size(); i++) {
      Interleaving.Turn turn = timeline.turns().get(i);
      turn(turn, timeline.table().omittedBefore(i), witness.decides(turn.operation()));
    }
    json.endArray();
    json.endObject();
  }

  private void turn(Interleaving.Turn turn, int omitted, boolean decides) throws IOException {
    Operation operation = turn.operation();
    TimelineMark mark = TimelineMark.of(operation.action());
    json.beginObject();
    text("lane", id(operation.goroutine()));
    text("kind", mark.kind());
    text("did", ActionWords.brief(turn));
    text("place", place(operation.site()));
    json.name("times").value(operation.times());
    json.name("micros").value(operation.nanos() / 1000);
    text("why", Turns.why(turn));
    if (omitted > 0) {
      json.name("omitted").value(omitted);
    }
    if (decides) {
      json.name("decides").value(true);
    }
    if (mark.object().isPresent()) {
      text("object", mark.object().get().id().toString());
    }
    if (mark.target().isPresent()) {
      text("target", id(mark.target().get()));
    }
    json.endObject();
  }

  private String place(Location at) {
    return place(new Site(at.function(), at.file(), at.line()));
  }

  private String place(Site site) {
    return site.file().isEmpty() ? "" : stacks.place(site);
  }

  private static String id(GoroutineId goroutine) {
    return goroutine.equals(GoroutineId.NONE) ? "" : goroutine.toString();
  }

  private void text(String name, String value) throws IOException {
    json.name(name).value(value);
  }

  private void texts(String name, List<String> values) throws IOException {
    json.name(name).beginArray();
    for (String value : values) {
      json.value(value);
    }
    json.endArray();
  }

  /** Which goroutine waits for which, or would, and on what: an edge of a wait-for graph. */
  private record Edge(GoroutineId from, GoroutineId to, List<ObjectRef> objects) {
    static List<Edge> of(Finding finding) {
      List<Edge> edges = new ArrayList<>();
      for (Step step : finding.explanation().steps()) {
        switch (step) {
          case Step.Waits waits -> {
            waits
                .holders()
                .forEach(h -> add(edges, waits.goroutine(), h.goroutine(), waits.objects()));
            waits.targets().forEach(t -> add(edges, waits.goroutine(), t, waits.objects()));
          }
          case Step.WouldBlock would ->
              add(edges, would.goroutine(), obstacle(would.obstacle()), List.of(would.object()));
          default -> {}
        }
      }
      return edges;
    }

    private static void add(
        List<Edge> edges, GoroutineId from, GoroutineId to, List<ObjectRef> objects) {
      boolean known = edges.stream().anyMatch(e -> e.from.equals(from) && e.to.equals(to));
      if (!known && !to.equals(GoroutineId.NONE)) {
        edges.add(new Edge(from, to, objects));
      }
    }

    private static GoroutineId obstacle(Obstacle obstacle) {
      return switch (obstacle) {
        case Obstacle.HeldBy held -> held.goroutine();
        case Obstacle.WriterWaits writer -> writer.goroutine();
        case Obstacle.NotYetDone other -> other.goroutine();
      };
    }
  }
}
