package dev.harrier.report.html;

import com.google.gson.stream.JsonWriter;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.explored.FlakyTest;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.Site;
import dev.harrier.model.usage.CoverageReport;
import dev.harrier.model.usage.Uncovered;
import dev.harrier.report.words.FlakyReasons;
import dev.harrier.report.words.Shortfalls;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What a page shows of an exploration besides its findings. */
record ExploredWriter(JsonWriter json, Function<Site, String> place, Timelines timelines) {
  /** Writes a member that shows a timeline. */
  @FunctionalInterface
  interface Timelines {
    void write(String name, Timeline timeline, Predicate<Operation> marked) throws IOException;
  }

  void members(Explored explored) throws IOException {
    if (explored.coverage().isPresent()) {
      coverage(explored.coverage().get());
    }
    json.name("flaky").beginArray();
    for (FlakyTest test : explored.flaky()) {
      flaky(test);
    }
    json.endArray();
  }

  private void coverage(CoverageReport coverage) throws IOException {
    json.name("coverage").beginObject();
    json.name("summary").value(Shortfalls.summary(coverage) + ".");
    json.name("uncovered").beginArray();
    for (Uncovered uncovered : coverage.uncovered()) {
      json.beginObject();
      json.name("place").value(place.apply(uncovered.at()));
      json.name("means").value(Shortfalls.means(uncovered.shortfall()));
      json.name("goroutines").value(Shortfalls.goroutines(uncovered));
      json.name("requirements").value(uncovered.requirements());
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  private void flaky(FlakyTest test) throws IOException {
    json.beginObject();
    json.name("name").value(test.name());
    json.name("why").value(FlakyReasons.why(test));
    json.name("runs").beginArray();
    List<Operation> decide =
        test.orders().stream().flatMap(o -> Stream.of(o.first(), o.second())).toList();
    run("fails", test.fails(), test.failed(), decide, decide::contains);
    run("passes", test.passes(), test.passed(), decide, _ -> false);
    json.endArray();
    json.endObject();
  }

  /**
   * The goroutines whose order decides come first. What decides is marked only in the failing run:
   * which of several alike another run does instead is not known.
   */
  private void run(
      String how,
      String code,
      Interleaving did,
      List<Operation> decide,
      Predicate<Operation> marked)
      throws IOException {
    json.beginObject();
    json.name("how").value(how);
    json.name("replay").value(FlakyReasons.replay(code));
    timelines.write(
        "timeline", Timeline.of(did, decide.stream().map(Operation::goroutine).toList()), marked);
    json.endObject();
  }
}
