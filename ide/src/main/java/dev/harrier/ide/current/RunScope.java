package dev.harrier.ide.current;

import dev.harrier.model.command.Invocation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.RunRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What a run looked at.
 *
 * @param words its command line
 * @param packages directories, each with what is below it if {@code below}; empty if a pattern is
 *     no directory
 * @param run the tests that it ran, by the first level of their names; empty for all
 */
record RunScope(
    Invocation asked,
    Path directory,
    List<String> words,
    List<Directory> packages,
    Optional<Pattern> run,
    Optional<Pattern> skip) {

  private static final String CHECK_FIX = "check-fix";

  record Directory(Path path, boolean below) {
    boolean holds(Path other) {
      return below ? other.startsWith(path) : other.equals(path);
    }
  }

  /** Empty if the run proves nothing about what is gone: it was cut short, or nothing ran. */
  static Optional<RunScope> ofWhole(RunRecord run) {
    boolean whole =
        run.ending()
            .filter(e -> !(e.outcome() instanceof RunOutcome.Interrupted))
            .filter(e -> !(e.outcome() instanceof RunOutcome.ToolFailed))
            .filter(e -> !run.ran(CHECK_FIX) || e.outcome() instanceof RunOutcome.Passed)
            .filter(e ->
                !(e.basis() instanceof RunRecord.Basis.Traces(int processes, _)) || processes > 0)
            .isPresent();
    return whole ? Optional.of(of(run)) : Optional.empty();
  }

  static RunScope of(RunRecord run) {
    Invocation asked = run.invocation();
    List<Directory> packages = new ArrayList<>();
    boolean understood = true;
    for (String word : asked.arguments()) {
      if (word.equals(".") || word.startsWith("./") || word.startsWith("../")) {
        boolean below = word.endsWith("/...");
        String path = below ? word.substring(0, word.length() - 4) : word;
        packages.add(new Directory(run.directory().resolve(path).normalize(), below));
      } else if (word.contains("/")) {
        understood = false;
      }
    }
    if (packages.isEmpty() && understood) {
      packages.add(new Directory(run.directory(), false));
    }
    return new RunScope(
        asked,
        run.directory(),
        run.command(),
        understood ? packages : List.of(),
        asked.option("run").map(RunScope::topLevel),
        asked.option("skip").map(RunScope::topLevel));
  }

  /** The part of a pattern of tests that is about the first level of their names. */
  private static Pattern topLevel(String tests) {
    try {
      return Pattern.compile(tests.split("/", 2)[0]);
    } catch (PatternSyntaxException e) {
      // Go's regular expressions are not quite Java's: one that nothing matches claims nothing.
      return Pattern.compile("(?!)");
    }
  }

  /** Whether this run would have shown a finding of an earlier one, were it still there. */
  boolean covers(Finding finding, RunScope earlier) {
    String kind = asked.command();
    if (kind.equals(CHECK_FIX) && asked.option("fix").isPresent()) {
      return false; // it looked at a commit, which says nothing of the files as they are
    }
    if (kind.equals("replay") || kind.equals(CHECK_FIX)) {
      List<String> named = new ArrayList<>(asked.arguments());
      named.addAll(asked.rest());
      return finding.witness().schedule().map(named::contains).orElse(false)
          || named.stream().anyMatch(w -> w.length() >= 4 && finding.fingerprint().startsWith(w));
    }
    boolean explores = kind.equals("fuzz") && earlier.asked.command().equals("replay");
    if (!kind.equals(earlier.asked.command()) && !explores) {
      return false;
    }
    if (words.equals(earlier.words) && directory.equals(earlier.directory)) {
      return true;
    }
    return (kind.equals("test") || kind.equals("fuzz") || kind.equals("vet"))
        && (asked.isOn("race") || !earlier.asked.isOn("race"))
        && packageOf(finding, earlier).map(this::looksAt).orElse(false)
        && (kind.equals("vet") || ran(finding.topLevelTest()));
  }

  private boolean looksAt(Path packageDirectory) {
    return packages.stream().anyMatch(d -> d.holds(packageDirectory));
  }

  private boolean ran(String top) {
    if (run.isEmpty() && skip.isEmpty()) {
      return true;
    }
    return !top.isEmpty()
        && run.map(p -> p.matcher(top).find()).orElse(true)
        && !skip.map(p -> p.matcher(top).find()).orElse(false);
  }

  /** The directory of the package whose test showed it. */
  private static Optional<Path> packageOf(Finding finding, RunScope run) {
    if (finding.witness().rerun() instanceof Rerun.TestAgain again) {
      String pattern = again.packagePattern();
      return pattern.isEmpty() || pattern.startsWith(".")
          ? Optional.of(run.directory.resolve(pattern).normalize())
          : Optional.empty();
    }
    return Optional.ofNullable(Path.of(finding.location().file()).getParent());
  }
}
