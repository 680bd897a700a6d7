package dev.harrier.report.words;

import dev.harrier.base.text.DidYouMean;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The names of all rules, for those that users write. */
public final class RuleNames {
  private final Supplier<Set<String>> all;

  /**
   * @param all is asked when a name is
   */
  public RuleNames(Supplier<Set<String>> all) {
    this.all = all;
  }

  /** What to say of a name that is none, with the rule that may be meant; empty if it is one. */
  public Optional<String> refusal(String name) {
    Set<String> rules = all.get();
    return rules.contains(name)
        ? Optional.empty()
        : Optional.of("there is no rule '%s'%s".formatted(name, suggestion(name, rules)));
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
}
