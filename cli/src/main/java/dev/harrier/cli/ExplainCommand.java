package dev.harrier.cli;

import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
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
  private static final String PAGES = "/findings/";
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| \\[([a-z-]+)]\\(\\1\\.md\\) \\| (.*) \\|$");
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
    Map<String, String> rules = rules();
    if (rule == null) {
      rules.forEach((id, wrong) -> context.output().printf("%-24s%s%n", id, wrong));
    } else if (rules.containsKey(rule)) {
      context.output().print(LINK.matcher(page(rule + ".md")).replaceAll("$1"));
    } else {
      throw UserError.usage(
          "there is no rule '%s'%s".formatted(rule, suggestion(rule, rules.keySet())));
    }
    return ExitStatus.NOTHING_FOUND.code();
  }

  /** A rule that is spelled similarly, or whose name has that word in it. */
  private static String suggestion(String word, Set<String> rules) {
    String similar = DidYouMean.of(word, rules);
    return similar.isEmpty()
        ? rules.stream()
            .filter(rule -> rule.contains(word))
            .findFirst()
            .map("; did you mean '%s'?"::formatted)
            .orElse("; harrier explain lists the rules")
        : similar;
  }

  /** What each rule reports, in the order of the documentation. */
  private static Map<String, String> rules() {
    Map<String, String> rules = new LinkedHashMap<>();
    ROW.matcher(page("README.md")).results().forEach(row -> rules.put(row.group(1), row.group(2)));
    return rules;
  }

  private static String page(String name) {
    try (InputStream page = ExplainCommand.class.getResourceAsStream(PAGES + name)) {
      if (page == null) {
        throw new IllegalStateException("no page " + name);
      }
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
