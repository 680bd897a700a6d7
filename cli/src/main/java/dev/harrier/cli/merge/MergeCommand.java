package dev.harrier.cli.merge;

import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.Invocations;
import dev.harrier.cli.process.UserError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code harrier merge DIRECTORY...}: the results of several machines, as one run; runs nothing.
 */
@Command(
    name = "merge",
    description = {
      "Join the results of explorations on several machines into one run of this module.",
      "Findings are joined by fingerprint, each with its best replay, and the corpora too, so"
          + " that the next harrier fuzz continues from all of them."
    },
    footer = {
      "",
      "For instance, after harrier fuzz -shard 1/3, 2/3 and 3/3 on three machines:",
      "  harrier merge shard-1/.harrier shard-2/.harrier shard-3/.harrier"
    })
public final class MergeCommand implements Callable<Integer> {
  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = {"-fresh", "--fresh"},
      description = "Discard the results of earlier explorations of this module.")
  private boolean fresh;

  @Option(
      names = {"-allow-missing", "--allow-missing"},
      description =
          "Report shards that are missing or did not end, but do not end with status 4 for them.")
  private boolean allowMissing;

  @Parameters(
      arity = "1..*",
      paramLabel = "DIRECTORY",
      description =
          "A .harrier directory, of which the newest run counts; a stored run; or a corpus"
              + " alone, the directory fuzz in .harrier.")
  private List<Path> directories = new ArrayList<>();

  public MergeCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws UserError {
    output.check(context);
    return new MergeSession(context, output, Invocations.line(spec))
        .run(directories, fresh, allowMissing)
        .code();
  }
}
