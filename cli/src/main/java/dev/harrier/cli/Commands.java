package dev.harrier.cli;

import dev.harrier.cli.build.BuildCommand;
import dev.harrier.cli.build.RunCommand;
import dev.harrier.cli.cache.CacheCommand;
import dev.harrier.cli.campaign.CampaignCommand;
import dev.harrier.cli.checkfix.CheckFixCommand;
import dev.harrier.cli.doctor.DoctorCommand;
import dev.harrier.cli.exploring.RerunOptions;
import dev.harrier.cli.fuzz.FuzzCommand;
import dev.harrier.cli.gocommand.GoFlag;
import dev.harrier.cli.merge.MergeCommand;
import dev.harrier.cli.probe.ProbeCommand;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.replay.ReplayCommand;
import dev.harrier.cli.report.BaselineCommand;
import dev.harrier.cli.report.ReportCommand;
import dev.harrier.cli.report.ShowCommand;
import dev.harrier.cli.report.SuppressCommand;
import dev.harrier.cli.test.TestCommand;
import dev.harrier.cli.trace.TraceCommand;
import dev.harrier.cli.vet.VetCommand;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The commands by name, in the order in which help lists them. Each is made when it is needed: to
 * look through the annotations of all takes longer than many a command itself.
 */
final class Commands {
  /** The headings of help, each with the command that is listed first below it. */
  private static final Map<String, String> HEADINGS =
      Map.of(
          "test", "Find bugs",
          "report", "Findings",
          "merge", "Several machines",
          "lsp", "Editors and agents",
          "doctor", "Harrier itself");

  private final Map<String, Supplier<CommandLine>> byName = new LinkedHashMap<>();

  Commands(CommandContext context, ShutdownHandler shutdown) {
    byName.put(
        "test",
        () ->
            saying(
                withFlags(
                    new TestCommand(context, shutdown), EnumSet.complementOf(EnumSet.of(GoFlag.V))),
                TestCommand.DESCRIPTIONS));
    byName.put(
        "fuzz",
        () ->
            saying(
                withFlags(new FuzzCommand(context, shutdown), FuzzCommand.GO_FLAGS),
                FuzzCommand.DESCRIPTIONS));
    byName.put(
        "probe",
        () ->
            saying(
                withFlags(new ProbeCommand(context, shutdown), ProbeCommand.GO_FLAGS),
                ProbeCommand.DESCRIPTIONS));
    byName.put("vet", () -> new CommandLine(new VetCommand(context, shutdown)));
    // What follows the executable is the executable's.
    byName.put(
        "trace",
        () -> new CommandLine(new TraceCommand(context, shutdown)).setStopAtPositional(true));
    byName.put("build", () -> passing(new BuildCommand(context)));
    byName.put("run", () -> passing(new RunCommand(context)));
    byName.put("report", () -> new CommandLine(new ReportCommand(context, shutdown)));
    byName.put("show", () -> new CommandLine(new ShowCommand(context)));
    byName.put("explain", () -> new CommandLine(new ExplainCommand(context)));
    byName.put(
        "replay",
        () ->
            saying(
                withFlags(new ReplayCommand(context, shutdown), RerunOptions.goFlags()),
                ReplayCommand.DESCRIPTIONS));
    byName.put(
        "check-fix",
        () -> withFlags(new CheckFixCommand(context, shutdown), RerunOptions.goFlags()));
    byName.put("suppress", () -> new CommandLine(new SuppressCommand(context)));
    byName.put("baseline", () -> new CommandLine(new BaselineCommand(context)));
    byName.put("ui", () -> new CommandLine(new UiCommand(context, shutdown)));
    byName.put("merge", () -> new CommandLine(new MergeCommand(context)));
    byName.put("campaign", () -> new CommandLine(new CampaignCommand(context, shutdown)));
    byName.put("lsp", () -> new CommandLine(new LspCommand(context, shutdown)));
    byName.put("mcp", () -> new CommandLine(new McpCommand(context, shutdown)));
    byName.put("doctor", () -> new CommandLine(new DoctorCommand(context)));
    byName.put("cache", () -> new CommandLine(new CacheCommand(context)));
    byName.put("completion", () -> new CommandLine(new CompletionCommand(context, shutdown)));
    byName.put("man", () -> new CommandLine(new ManCommand(context, shutdown)));
    byName.put("help", () -> new CommandLine(new HelpCommand(context, shutdown)));
    byName.put("version", () -> new CommandLine(new VersionCommand(context)));
  }

  /** The command that the arguments begin with; all of them if they begin with none. */
  List<CommandLine> wanted(String... arguments) {
    return Optional.ofNullable(arguments.length == 0 ? null : byName.get(arguments[0]))
        .map(command -> List.of(command.get()))
        .orElseGet(() -> byName.values().stream().map(Supplier::get).toList());
  }

  /** The heading that begins with this command; empty if it is below the one before. */
  static Optional<String> heading(String command) {
    return Optional.ofNullable(HEADINGS.get(command));
  }

  /** A command whose arguments are those of the {@code go} command, known or not. */
  private static CommandLine passing(Object command) {
    return new CommandLine(command)
        .setUnmatchedOptionsArePositionalParams(true)
        .setStopAtPositional(true);
  }

  /** Describes options that several commands share as they are in this one. */
  private static CommandLine saying(CommandLine line, Map<String, String> descriptions) {
    CommandSpec spec = line.getCommandSpec();
    descriptions.forEach((name, description) -> {
      OptionSpec option = Objects.requireNonNull(spec.findOption(name));
      spec.remove(option);
      spec.addOption(option.toBuilder().description(description).build());
    });
    return line;
  }

  private static CommandLine withFlags(Object command, Set<GoFlag> flags) {
    CommandLine line = new CommandLine(command);
    GoFlag.addTo(line.getCommandSpec(), flags);
    return line;
  }
}
