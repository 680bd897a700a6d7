package dev.harrier.cli;

import dev.harrier.cli.output.RulePages;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.UserError;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code harrier explain RULE}: the page of a rule, which {@code docs/findings} has. */
@Command(
    name = "explain",
    description = "Print what a rule means, how it is proved and how to fix what it reports.",
    footer = {"", "  harrier explain goroutine-leak"})
final class ExplainCommand implements Callable<Integer> {
  private static final Pattern LINK = Pattern.compile("\\[([^]]+)]\\([^)]+\\)");

  private final CommandContext context;

  @Parameters(
      arity = "0..1",
      paramLabel = "RULE",
      description = "The rule, as reports name it (default: list all rules).")
  private @Nullable String rule;

  ExplainCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws UserError {
    if (rule == null) {
      RulePages.all().forEach((id, wrong) -> context.output().printf("%-24s%s%n", id, wrong));
    } else {
      Optional<String> refusal = RulePages.NAMES.refusal(rule);
      if (refusal.isPresent()) {
        throw UserError.usage(refusal.get());
      }
      context.output().print(LINK.matcher(RulePages.text(rule)).replaceAll("$1"));
    }
    return ExitStatus.NOTHING_FOUND.code();
  }
}
