package dev.harrier.report.suppress;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rule;
import dev.harrier.report.words.RuleNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The suppressions of one module. See the package. */
public final class Suppressions {
  private final List<Suppression> suppressions;

  private final RuleNames rules;

  private Suppressions(List<Suppression> suppressions, RuleNames rules) {
    this.suppressions = List.copyOf(suppressions);
    this.rules = rules;
  }

  /**
   * What is left of some findings.
   *
   * @param kept those that nothing silences, in their order
   * @param silenced the others
   * @param notes about suppressions that were not needed, lack a reason or name no rule
   */
  public record Outcome(List<Finding> kept, List<Finding> silenced, List<Note> notes) {
    public Outcome {
      kept = List.copyOf(kept);
      silenced = List.copyOf(silenced);
      notes = List.copyOf(notes);
    }
  }

  /**
   * Those of {@code .harrier.toml} and of the comments of Go files.
   *
   * @param goFiles absolute paths, as findings name them
   * @throws SuppressionException if {@code .harrier.toml} can't be understood
   */
  public static Suppressions load(HarrierToml toml, RuleNames rules, Collection<Path> goFiles)
      throws SuppressionException, IOException {
    List<Suppression> all = new ArrayList<>(toml.entries(rules));
    for (Path file : goFiles) {
      all.addAll(IgnoreComment.in(file));
    }
    return new Suppressions(all, rules);
  }

  /**
   * Adds an entry to {@code .harrier.toml} that silences a finding, and others of its rule in the
   * same function and file.
   *
   * @param module the module's root directory, absolute
   * @param reason why it is accepted, not blank
   * @return the entry
   * @throws SuppressionException if the file can't be understood, or silences the finding already
   */
  public static String add(Path module, RuleNames rules, Finding finding, String reason)
      throws SuppressionException, IOException {
    Optional<Suppression> already =
        new Suppressions(List.copyOf(HarrierToml.read(module).entries(rules)), rules)
            .match(finding);
    if (already.filter(entry -> !entry.reason().isEmpty()).isPresent()) {
      throw new SuppressionException(
          "finding %s is silenced already: %s:%d"
              .formatted(finding.fingerprint(), already.get().file(), already.get().line()));
    }
    return HarrierToml.add(module, finding, reason);
  }

  /**
   * Takes out the findings that are silenced.
   *
   * @param looked the rules that were looked for: only theirs can be unused
   */
  public Outcome apply(List<Finding> findings, Collection<Rule> looked) {
    Set<Suppression> used = new HashSet<>();
    List<Finding> kept = new ArrayList<>();
    List<Finding> silenced = new ArrayList<>();
    for (Finding finding : findings) {
      Optional<Suppression> match = match(finding);
      match.ifPresent(used::add);
      boolean applies = match.map(s -> !s.reason().isEmpty()).orElse(false);
      (applies ? silenced : kept).add(finding);
    }
    Set<String> ids = looked.stream().map(Rule::id).collect(Collectors.toSet());
    List<Note> notes = new ArrayList<>();
    for (Suppression suppression : suppressions) {
      note(suppression, used.contains(suppression), ids)
          .ifPresent(text -> notes.add(new Note(suppression.file(), suppression.line(), text)));
    }
    return new Outcome(kept, silenced, notes);
  }

  private Optional<Suppression> match(Finding finding) {
    return suppressions.stream()
        .filter(s -> s.rule().equals(finding.rule().id()) && s.covers(finding))
        .findFirst();
  }

  private Optional<String> note(Suppression suppression, boolean used, Set<String> looked) {
    if (suppression.rule().isEmpty()) {
      return Optional.of(
          suppression.words() + " names no rule; write //harrier:ignore rule reason");
    }
    Optional<String> refusal = rules.refusal(suppression.rule());
    if (refusal.isPresent()) {
      return Optional.of(suppression.words() + " silences nothing: " + refusal.get());
    }
    if (suppression.reason().isEmpty()) {
      return Optional.of(
          suppression.words()
              + " gives no reason and is not applied; add why the finding is acceptable");
    }
    return used || !looked.contains(suppression.rule())
        ? Optional.empty()
        : Optional.of(suppression.words() + " silenced nothing in this run");
  }

  /**
   * Something to say about a suppression itself.
   *
   * @param line from 1
   * @param message one sentence
   */
  public record Note(String file, int line, String message) {}
}
