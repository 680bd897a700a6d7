package dev.harrier.cli.reading;

import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.SourceFiles;
import dev.harrier.analysis.race.SeenRaces;
import dev.harrier.binary.decode.LoggedTrace;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.Completeness;
import dev.harrier.toolchain.run.RaceLogs;
import dev.harrier.tracing.sanitizer.RaceLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Reads the logs of a rewritten executable and analyses them. */
public final class LogReading {
  private final Path executable;
  private final List<String> command;
  private final RaceLogs races;
  private final BooleanSupplier ended;
  private final SourceFiles sources = new SourceFiles();

  /**
   * @param executable the rewritten copy
   * @param command what shows the findings again
   * @param races where the race detector wrote, if the executable was built with it
   * @param ended when no one waits for more than what was found until then
   */
  public LogReading(Path executable, List<String> command, RaceLogs races, BooleanSupplier ended) {
    this.races = races;
    this.ended = ended;
    this.executable = executable;
    this.command = command;
  }

  /** The result for a log that says nothing. */
  public static AnalysisResult unreadable(Path log, String why) {
    String sentence = "the log %s can't be read: %s".formatted(log.getFileName(), why);
    return AnalysisResult.nothing(new Completeness.Unread(sentence));
  }

  /** A log that was read to its end. */
  public record Outcome(AnalysisResult analysis, LoggedTrace trace) {}

  /**
   * Reads one log.
   *
   * @param child whether it is that of a process that the program itself started
   * @throws dev.harrier.binary.elf.UnusableBinaryException if it is no log of the executable
   */
  public Outcome read(Path log, boolean child) throws IOException {
    LoggedTrace trace = LoggedTrace.open(log, executable);
    String module = trace.buildInfo().mainModule();
    AnalysisContext context =
        new AnalysisContext(
            module.isEmpty() ? List.of() : List.of(module), trace.goroot(), sources);
    Engine engine = new Engine(child ? Catalog.childRules() : Catalog.rules(), context, ended);
    Witness witness = Witness.of(new Rerun.Command(command));
    SeenRaces seen = new SeenRaces(RaceLog.read(races.of(trace.header().pid())), trace, context);
    AnalysisResult result = engine.run(trace, seen::see).plus(seen.findings());
    return new Outcome(result.map(finding -> finding.with(witness)), trace);
  }
}
