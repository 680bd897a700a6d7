package dev.harrier.cli.output;

import dev.harrier.base.file.AtomicFile;
import dev.harrier.base.file.ForeignFiles;
import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.HelpGroup;
import dev.harrier.cli.process.UserError;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.report.Baseline;
import dev.harrier.report.FailOn;
import dev.harrier.report.FailurePolicy;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.json.JsonDocuments;
import dev.harrier.report.json.MalformedJsonException;
import dev.harrier.report.store.KeptLines;
import dev.harrier.report.text.Palette;
import dev.harrier.report.text.TextRenderer;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a report goes and what it looks like: the options that all reporting commands share. */
@HelpGroup(HelpGroup.Heading.REPORT)
public final class OutputOptions {
  /** What a text looks like. */
  @HelpGroup(HelpGroup.Heading.REPORT)
  public static final class Style {
    /** When a text report has colors. */
    public enum Color {
      AUTO,
      ALWAYS,
      NEVER;

      /** As a user writes it. */
      @Override
      public String toString() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    @Option(
        names = {"-color", "--color"},
        paramLabel = "WHEN",
        defaultValue = "auto",
        description = "Color the text report: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private Color color = Color.AUTO;

    /**
     * All of one finding.
     *
     * @param kept the lines that are quoted where a file has changed since the run or is gone
     */
    public String whole(RunReport report, Finding finding, KeptLines kept, CommandContext context)
        throws UserError {
      StringBuilder text = new StringBuilder();
      Palette palette = palette(context, context.outputIsTerminal());
      SourcePaths paths = new SourcePaths(context.directory());
      try {
        new TextRenderer(paths, palette, TextRenderer.Volume.WHOLE, kept)
            .renderFinding(report.run(), finding, text);
      } catch (IOException e) {
        throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
      }
      return text.toString();
    }

    Palette palette(CommandContext context, boolean terminal) {
      return switch (color) {
        case ALWAYS -> Palette.ANSI;
        case NEVER -> Palette.PLAIN;
        case AUTO -> {
          boolean unwanted =
              !context.environment().getOrDefault("NO_COLOR", "").isEmpty()
                  || context.environment().getOrDefault("TERM", "").equals("dumb");
          yield terminal && !unwanted ? Palette.ANSI : Palette.PLAIN;
        }
      };
    }
  }

  /** The forms of a report, for the help text. */
  private static final class Formats extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Formats() {
      super(FormatTarget.names());
    }
  }

  @HelpGroup(HelpGroup.Heading.MAIN)
  @Option(
      names = {"-format", "--format"},
      paramLabel = "FORMAT[=FILE]",
      split = ",",
      converter = FormatTarget.Converter.class,
      completionCandidates = Formats.class,
      description = {
        "What to print: ${COMPLETION-CANDIDATES} (default text). Several, separated by commas,"
            + " if all but text and github name their file: text,sarif=harrier.sarif."
      })
  private List<FormatTarget> formats = new ArrayList<>();

  @Option(
      names = {"-out", "--out"},
      paramLabel = "FILE",
      description = "Write the report to this file instead of standard output.")
  private @Nullable Path out;

  @Mixin private Style style = new Style();

  @HelpGroup(HelpGroup.Heading.MAIN)
  @Option(
      names = {"-fail-on", "--fail-on"},
      paramLabel = "STRENGTH[,incomplete]",
      split = ",",
      description = {
        "What fails the run with status 1: observed (default; includes confirmed), predicted,"
            + " static, suspicious or never; each includes those before it. With ,incomplete"
            + " anything that was not looked at ends the run with status 4; a lost process or test"
            + " always does."
      })
  private List<FailOnWord> failOn = new ArrayList<>();

  @Option(
      names = {"-baseline", "--baseline"},
      paramLabel = "FILE",
      description =
          "Only count the findings in FILE, which harrier baseline wrote; others fail the run.")
  private @Nullable Path baseline;

  @HelpGroup(HelpGroup.Heading.MAIN)
  @Option(
      names = {"-v", "--verbose"},
      arity = "0",
      description = "Print findings in full.")
  private @Nullable Boolean verbose;

  /** Whether a report has values of the program. */
  private enum Values {
    ON,
    OFF;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = {"-values", "--values"},
      paramLabel = "ON|OFF",
      defaultValue = "on",
      description =
          "Whether interleavings show values of the program, such as messages"
              + " (default ${DEFAULT-VALUE}); off leaves them out of the report and of the stored run.")
  private Values values = Values.ON;

  @Option(
      names = {"-new-since", "--new-since"},
      paramLabel = "REF",
      description =
          "Only count findings that stored runs of this command had at the Git revision REF;"
              + " others fail the run. Uses stored runs only.")
  private @Nullable String newSince;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  private Baseline known = Baseline.NONE;
  private boolean elsewhere;

  /** Whether everything is to be shown. */
  public boolean isVerbose() {
    return Boolean.TRUE.equals(verbose);
  }

  /** The findings are shown by something else as well: a report that no one asked for is short. */
  public void suppressDefaultReport() {
    elsewhere = true;
  }

  /** Whether values of the program are kept and shown. */
  public boolean hasValues() {
    return values == Values.ON;
  }

  /** What is kept and shown of a report: without values if they are not wanted. */
  public RunReport allowed(RunReport report) {
    return switch (values) {
      case ON -> report;
      case OFF -> report.mapTables(table -> table.map(Interleaving.Turn::withoutValue));
    };
  }

  /** Whether JSON goes to standard output. */
  public boolean isJson() {
    return out == null
        && targets().equals(List.of(new FormatTarget(Format.JSON, Optional.empty())));
  }

  /** Which findings fail a run. */
  public FailurePolicy policy() {
    return new FailurePolicy(
        FailOnWord.strength(failOn, FailOn.OBSERVED), isIncompleteFailure(), known);
  }

  private boolean isIncompleteFailure() {
    return failOn.contains(FailOnWord.INCOMPLETE);
  }

  /** A stored run, judged again if that was asked for. */
  public RunReport judged(RunReport stored, CommandContext context) throws UserError {
    FailurePolicy then = stored.run().policy();
    Baseline before =
        newSince == null
            ? known
            : known.and(new NewSince(context).known(newSince, stored.run().invocation().command()));
    return stored.judgedBy(
        new FailurePolicy(
            FailOnWord.strength(failOn, then.failOn()),
            failOn.isEmpty() ? then.incomplete() : isIncompleteFailure(),
            baseline == null && newSince == null ? then.known() : before));
  }

  /** Refuses what can't be written or read, before anything is run for it. */
  public void check(CommandContext context) throws UserError {
    if (failOn.stream().filter(word -> word != FailOnWord.INCOMPLETE).distinct().count() > 1) {
      throw UserError.usage(
          "-fail-on takes one strength, and incomplete after a comma, as in predicted,incomplete");
    }
    List<Format> shared =
        targets().stream()
            .filter(target -> target.file().isEmpty())
            .map(FormatTarget::format)
            .toList();
    if (shared.size() > 1 && (out != null || shared.stream().anyMatch(Format::isForPrograms))) {
      throw UserError.usage(
          "reports for programs can't share a file; name one for each, as in -format"
              + " text,sarif=harrier.sarif");
    }
    if (out != null && shared.isEmpty()) {
      throw UserError.usage("-out is redundant: every -format names a file");
    }
    if (out != null) {
      checkWritable(out, context);
    }
    for (FormatTarget target : targets()) {
      if (target.file().isPresent()) {
        checkWritable(target.file().get(), context);
      }
    }
    if (baseline != null) {
      known = Baselines.read(baseline, context.directory());
    }
    String name = command.qualifiedName().split(" ")[1];
    if (newSince != null && !name.equals("report")) {
      known = known.and(new NewSince(context).known(newSince, name));
    }
  }

  private static void checkWritable(Path named, CommandContext context) throws UserError {
    Path file = context.directory().resolve(named).normalize();
    Path parent = file.getParent();
    if (Files.isDirectory(file)) {
      throw UserError.usage(
          "the report can't be written to %s: it is a directory".formatted(named));
    }
    if (parent != null && !Files.isDirectory(parent)) {
      throw UserError.usage(
          "the report can't be written to %s: no such directory: %s"
              .formatted(named, named.getParent()));
    }
  }

  /** What to write; a report for people if nothing else goes where they read. */
  private List<FormatTarget> targets() {
    return formats.isEmpty() ? List.of(new FormatTarget(Format.TEXT, Optional.empty())) : formats;
  }

  /** Whether a program reads the report from standard output, which then has nothing else. */
  public boolean claimsStandardOutput() {
    return out == null
        && targets().stream()
            .anyMatch(target -> target.file().isEmpty() && target.format().isForPrograms());
  }

  /** Where people read what is no part of the report: not where a program reads that. */
  public PrintStream forPeople(CommandContext context) {
    return claimsStandardOutput() ? context.errors() : context.output();
  }

  /**
   * Writes the report of a run that has just ended where it belongs: what people read first.
   *
   * @param stream where it goes without {@code -out}
   * @param terminal whether that is a terminal
   */
  public void write(RunReport report, CommandContext context, PrintStream stream, boolean terminal)
      throws UserError {
    write(report, KeptLines.NONE, context, stream, terminal);
  }

  /**
   * The same, of any run.
   *
   * @param kept the lines that are quoted where a file has changed since the run or is gone
   */
  public void write(
      RunReport report,
      KeptLines kept,
      CommandContext context,
      PrintStream stream,
      boolean terminal)
      throws UserError {
    RunReport shown = allowed(report);
    for (FormatTarget target : targets()) {
      if (target.file().isEmpty() && out == null) {
        stream.append(rendered(target.format(), shown, kept, context, terminal)).flush();
      }
    }
    for (FormatTarget target : targets()) {
      Path file = target.file().orElse(out);
      if (file != null) {
        keep(rendered(target.format(), shown, kept, context, false), file, context);
      }
    }
  }

  private String rendered(
      Format format, RunReport report, KeptLines kept, CommandContext context, boolean terminal)
      throws UserError {
    StringBuilder text = new StringBuilder();
    SourcePaths paths = new SourcePaths(context.directory());
    try {
      format.renderer(paths, style.palette(context, terminal), volume(), kept).render(report, text);
    } catch (IOException e) {
      throw new UserError(
          ExitStatus.HARRIER_FAILED, "can't write the report: " + IoErrors.reason(e));
    }
    return text.toString();
  }

  /** The steps of a job on GitHub share one summary, to which each adds its own. */
  private static void keep(String text, Path named, CommandContext context) throws UserError {
    Path file = context.directory().resolve(named);
    String shared = context.environment().getOrDefault("GITHUB_STEP_SUMMARY", "");
    try {
      if (!shared.isEmpty() && file.equals(context.directory().resolve(shared))) {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } else {
        AtomicFile.replace(file, text);
      }
    } catch (IOException e) {
      throw new UserError(
          ExitStatus.HARRIER_FAILED,
          "can't write the report to %s: %s; the run is stored, harrier report shows it"
              .formatted(named, IoErrors.reason(e)));
    }
  }

  private TextRenderer.Volume volume() {
    if (elsewhere && formats.isEmpty() && out == null) {
      return TextRenderer.Volume.LINES;
    }
    return isVerbose() ? TextRenderer.Volume.WHOLE : TextRenderer.Volume.BRIEF;
  }

  /** Files of findings that were there before. */
  private static final class Baselines {
    private Baselines() {}

    /** What {@code harrier baseline} wrote. */
    static Baseline read(Path named, Path directory) throws UserError {
      try (Reader reader =
          Files.newBufferedReader(ForeignFiles.checkedOrPipe(directory.resolve(named)))) {
        return new Baseline(named.toString(), JsonDocuments.readBaseline(reader));
      } catch (MalformedJsonException e) {
        throw UserError.usage("%s is not a baseline: %s".formatted(named, e.getMessage()));
      } catch (IOException e) {
        throw UserError.usage(
            "the baseline %s can't be read: %s; harrier baseline writes one"
                .formatted(named, IoErrors.reason(e)));
      }
    }
  }

  /** A word that {@code -fail-on} takes: a strength of findings, or that a run is not complete. */
  private enum FailOnWord {
    OBSERVED,
    PREDICTED,
    STATIC,
    SUSPICIOUS,
    NEVER,
    /** Whatever was not looked at fails the run. */
    INCOMPLETE;

    /** The strength among these words, or another one if there is none. */
    static FailOn strength(List<FailOnWord> words, FailOn otherwise) {
      return words.stream()
          .filter(word -> word != INCOMPLETE)
          .map(word -> FailOn.valueOf(word.name()))
          .findFirst()
          .orElse(otherwise);
    }

    /** As a user writes it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
