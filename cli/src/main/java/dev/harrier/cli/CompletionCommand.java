package dev.harrier.cli;

import dev.harrier.cli.manual.FishCompletion;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.ShutdownHandler;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code harrier completion SHELL}: what a shell needs to complete commands and options. */
@Command(
    name = "completion",
    description = "Print the script that lets a shell complete Harrier's commands and options.",
    footer = {
      "",
      "  source <(harrier completion bash)                                   in ~/.bashrc",
      "  source <(harrier completion zsh)                                    in ~/.zshrc, after compinit",
      "  harrier completion fish > ~/.config/fish/completions/harrier.fish   once"
    })
final class CompletionCommand implements Callable<Integer> {
  /** The shells that it is for. */
  enum Shell {
    BASH,
    ZSH,
    FISH;

    /** As a user writes it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.BASH;

  CompletionCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() {
    CommandLine all = HarrierCommand.commandLine(context, shutdown);
    String script =
        switch (shell) {
          // Zsh reads Bash's through bashcompinit, which the script loads itself.
          case BASH, ZSH -> AutoComplete.bash(all.getCommandName(), all);
          case FISH -> FishCompletion.of(all);
        };
    context.output().print(script);
    return ExitStatus.NOTHING_FOUND.code();
  }
}
