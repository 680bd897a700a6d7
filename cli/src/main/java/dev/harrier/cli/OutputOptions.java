package dev.harrier.cli;

import dev.harrier.model.file.AtomicFile;
import dev.harrier.model.file.IoErrors;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.text.Palette;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a report goes and what it looks like: the options that all reporting commands share. */
final class OutputOptions {
  /** When a text report is painted. */
  enum Colour {
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
      names = {"-format", "--format"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "What to print: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
  private Format format = Format.TEXT;

  @Option(
      names = {"-out", "--out"},
      paramLabel = "FILE",
      description = "Write the report there instead of to standard output.")
  private @Nullable Path out;

  @Option(
      names = {"-color", "--color"},
      paramLabel = "WHEN",
      defaultValue = "auto",
      description = "Paint text: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
  private Colour colour = Colour.AUTO;

  /** Refuses a place for the report that can't hold one, before anything is run for it. */
  void check(CommandContext surroundings) throws UserError {
    if (out == null) {
      return;
    }
    Path file = surroundings.directory().resolve(out).normalize();
    Path parent = file.getParent();
    if (Files.isDirectory(file)) {
      throw UserError.usage("the report can't be written to %s: it is a directory".formatted(out));
    }
    if (parent != null && !Files.isDirectory(parent)) {
      throw UserError.usage(
          "the report can't be written to %s: there is no directory %s".formatted(out, parent));
    }
  }

  /** Whether a program reads the report from standard output, which then has nothing else. */
  boolean claimsStandardOutput() {
    return out == null && format != Format.TEXT;
  }

  /**
   * Writes the report where it belongs.
   *
   * @param stream where it goes without {@code --out}
   * @param terminal whether that is a terminal
   */
  void write(RunReport report, CommandContext surroundings, PrintStream stream, boolean terminal)
      throws UserError {
    SourcePaths paths = new SourcePaths(surroundings.directory());
    StringBuilder text = new StringBuilder();
    try {
      format.renderer(paths, palette(surroundings, terminal)).render(report, text);
      if (out == null) {
        stream.append(text).flush();
      } else {
        AtomicFile.replace(surroundings.directory().resolve(out), text.toString());
      }
    } catch (IOException e) {
      throw new UserError(
          ExitStatus.HARRIER_FAILED,
          "can't write the report to %s: %s; the run is stored, harrier report shows it"
              .formatted(out, IoErrors.reason(e)));
    }
  }

  private Palette palette(CommandContext surroundings, boolean terminal) {
    return switch (colour) {
      case ALWAYS -> Palette.ANSI;
      case NEVER -> Palette.PLAIN;
      case AUTO -> {
        boolean unwanted =
            !surroundings.environment().getOrDefault("NO_COLOR", "").isEmpty()
                || surroundings.environment().getOrDefault("TERM", "").equals("dumb");
        yield terminal && out == null && !unwanted ? Palette.ANSI : Palette.PLAIN;
      }
    };
  }
}
