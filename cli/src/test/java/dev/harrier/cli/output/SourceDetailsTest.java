package dev.harrier.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.process.CommandContext;
import dev.harrier.model.command.Invocation;
import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Value;
import dev.harrier.report.Baseline;
import dev.harrier.report.FailOn;
import dev.harrier.report.FailurePolicy;
import dev.harrier.report.RunId;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SourceDetailsTest {
  private static final Site SITE = new Site("m.one", "m.go", 3);

  /** One that found memory of a type that no source has said yet. */
  private static final Interleaving.Turn TURN =
      new Interleaving.Turn(
          new Operation(
              new GoroutineId(2),
              new Action.Raced(RacingAccess.of(true, false), new GoroutineId(3)),
              SITE,
              1,
              1,
              0),
          new Interleaving.Reason.Continues(),
          Optional.of(
              new Interleaving.Details(
                  Optional.of(new Value.Bits(7, 6, "secret")),
                  Optional.of(new Value.Numeric("int", "5")),
                  "x",
                  -1,
                  0,
                  Optional.empty())));

  private static final Finding FINDING =
      Finding.of(
              new Rule("test-panic", "Panic", "Mend it."),
              Strength.OBSERVED,
              new Defect.Crashed(false, "too slow"),
              Location.of(SITE),
              "TestOne",
              new Explanation(
                  List.of(), List.of(), List.of(), List.of(), List.of(), Optional.empty()),
              "0123456789abcdef")
          .with(
              Witness.NONE.with(
                  Optional.of(
                      new Interleaving(List.of(new GoroutineId(2)), List.of(TURN), List.of()))));

  @TempDir private Path directory;

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  /** Where no Go is. */
  private CommandContext context() {
    return new CommandContext(
        directory,
        Map.of("PATH", directory.toString()),
        new PrintStream(output, true, StandardCharsets.UTF_8),
        new PrintStream(errors, true, StandardCharsets.UTF_8),
        false,
        false);
  }

  private RunReport report(RunId id) {
    return new RunReport(
        new RunRecord(
            id,
            "0",
            new RunRecord.GoInstallation("go1.26", Path.of("")),
            List.of("harrier", "replay"),
            Invocation.UNKNOWN,
            directory,
            directory,
            Optional.empty(),
            1,
            Instant.EPOCH,
            new FailurePolicy(FailOn.OBSERVED, Baseline.NONE),
            Optional.empty()),
        List.of(FINDING));
  }

  private static List<Interleaving.Details> details(RunReport report) {
    return report.findings().getFirst().witness().interleaving().stream()
        .flatMap(table -> table.turns().stream())
        .flatMap(turn -> turn.details().stream())
        .toList();
  }

  @Test
  void memoryOfNoKnownTypeIsInNoReport() {
    RunReport report = report(RunId.of(Instant.EPOCH, 1));
    for (SourceDetails each : List.of(SourceDetails.NONE, SourceDetails.here(context()))) {
      assertThat(details(each.in(report)))
          .singleElement()
          .satisfies(one -> {
            assertThat(one.value()).isEmpty();
            assertThat(one.after()).contains(new Value.Numeric("int", "5"));
          });
    }
  }

  @Test
  void detailsThatFailCostNoFinding() throws Exception {
    SourceDetails failing =
        report -> {
          throw new IllegalStateException("no such " + report.findings().getFirst().rule().id());
        };
    RunStore store = new RunStore(directory.resolve("store"), directory);
    RunDirectory run = store.begin(Instant.EPOCH);
    Reporting.report(
        new OutputOptions(),
        store,
        run,
        report(run.id()),
        failing.orNone(context().errors()),
        context(),
        Reporting.Stream.OUTPUT);
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains("no such test-panic");
    assertThat(output.toString(StandardCharsets.UTF_8)).contains("too slow");
    assertThat(store.read(run.id()).findings())
        .extracting(Finding::fingerprint)
        .containsExactly(FINDING.fingerprint());
    assertThat(details(store.read(run.id())))
        .extracting(Interleaving.Details::value)
        .containsExactly(Optional.empty());
  }
}
