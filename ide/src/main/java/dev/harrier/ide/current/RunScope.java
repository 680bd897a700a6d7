package dev.harrier.ide.current;

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
 * What a run looked at, as far as its command line says.
 *
 * @param kind the command: {@code test}, {@code fuzz}
 * @param words all of it
 * @param packages directories, each with what is below it if {@code below}; empty if a pattern is
 *     no directory
 * @param run the tests that it ran, by the first level of their names; empty for all
 */
record RunScope(
    String kind,
    Path directory,
    List<String> words,
    List<Directory> packages,
    Optional<Pattern> run,
    Optional<Pattern> skip,
    boolean races) {

  private static final String CHECK_FIX = "check-fix";

  /** It looked at a commit, which says nothing of the files as they are. */
  private static final Pattern OTHER_SOURCES = Pattern.compile("--?fix(=.*)?");

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
    List<String> words = run.command();
    String kind = words.size() > 1 ? words.get(1) : "";
    List<String> before = words.contains("--") ? words.subList(0, words.indexOf("--")) : words;
    List<Directory> packages = new ArrayList<>();
    boolean understood = true;
    for (String word : before.subList(Math.min(2, before.size()), before.size())) {
      if (word.equals(".") || word.startsWith("./") || word.startsWith("../")) {
        boolean below = word.endsWith("/...");
        String path = below ? word.substring(0, word.length() - 4) : word;
        packages.add(new Directory(run.directory().resolve(path).normalize(), below));
      } else if (!word.startsWith("-") && word.contains("/")) {
        understood = false;
      }
    }
    if (packages.isEmpty() && understood) {
      packages.add(new Directory(run.directory(), false));
    }
    return new RunScope(
        kind,
        run.directory(),
        words,
        understood ? packages : List.of(),
        pattern(before, "run"),
        pattern(before, "skip"),
        before.contains("-race") || before.contains("--race"));
  }

  /** The value of a flag, by the first level of test names that it is about. */
  private static Optional<Pattern> pattern(List<String> words, String flag) {
    Optional<String> value = Optional.empty();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).replaceFirst("^--", "-");
      if (word.startsWith("-" + flag + "=")) {
        value = Optional.of(word.substring(flag.length() + 2));
      } else if (word.equals("-" + flag) && i + 1 < words.size()) {
        value = Optional.of(words.get(i + 1));
      }
    }
    try {
      return value.map(v -> Pattern.compile(v.split("/", 2)[0]));
    } catch (PatternSyntaxException e) {
      // Go's regular expressions are not quite Java's: one that nothing matches claims nothing.
      return Optional.of(Pattern.compile("(?!)"));
    }
  }

  /** Whether this run would have shown a finding of an earlier one, were it still there. */
  boolean covers(Finding finding, RunScope earlier) {
    if (kind.equals(CHECK_FIX) && words.stream().anyMatch(OTHER_SOURCES.asMatchPredicate())) {
      return false;
    }
    if (kind.equals("replay") || kind.equals(CHECK_FIX)) {
      return finding.witness().schedule().map(words::contains).orElse(false)
          || words.stream().anyMatch(w -> w.length() >= 4 && finding.fingerprint().startsWith(w));
    }
    boolean explores = kind.equals("fuzz") && earlier.kind.equals("replay");
    if (!kind.equals(earlier.kind) && !explores) {
      return false;
    }
    if (words.equals(earlier.words) && directory.equals(earlier.directory)) {
      return true;
    }
    return (kind.equals("test") || kind.equals("fuzz") || kind.equals("vet"))
        && (races || !earlier.races)
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
