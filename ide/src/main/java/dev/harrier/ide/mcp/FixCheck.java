package dev.harrier.ide.mcp;

import dev.harrier.ide.current.StoredFinding;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.words.Gaps;
import dev.harrier.report.words.Remarks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Looks whether a finding is still there after a change.
 *
 * <p>First what showed it is run again: its schedule, its test, or the analysis of its package. A
 * fix changes the lines that a schedule and a fingerprint rest on, so that a replay that no longer
 * shows the finding may only not fit any more. Hence the test is then explored anew, and a finding
 * of the same rule in the same test, or the same function, counts as still there in another form.
 * That nothing is found proves nothing; the answer says how much was tried.
 */
final class FixCheck {
  /** What came of it. */
  enum Verdict {
    /** It was shown again. */
    STILL_THERE,
    /** A finding of the same rule, in the same test or function. */
    SIMILAR,
    NOT_SHOWN,
    /** The program does not build, or fails by itself. */
    PROGRAM_FAILS
  }

  private final FindingTools findings;
  private final RunTools runs;

  FixCheck(FindingTools findings, RunTools runs) {
    this.findings = findings;
    this.runs = runs;
  }

  Answer check(Arguments arguments, Consumer<String> said)
      throws ToolFailure, IOException, InterruptedException {
    StoredFinding stored = findings.finding(arguments);
    Path root = findings.module(arguments).root();
    Arguments atRoot = new Arguments(Map.of("directory", root.toString()));
    List<RunReport> tried = new ArrayList<>();
    for (List<String> words : commands(stored, root, arguments)) {
      RunTools.Ran ran = runs.run(atRoot, words, said);
      tried.add(ran.report());
      if (ran.result().status() == 3
          || verdict(stored.finding(), ran.report()) != Verdict.NOT_SHOWN) {
        break;
      }
    }
    return answer(stored, tried);
  }

  /** What may show it, the most likely first. */
  private static List<List<String>> commands(StoredFinding stored, Path root, Arguments arguments) {
    Finding finding = stored.finding();
    List<List<String>> commands = new ArrayList<>();
    Optional<Path> directory = packageDirectory(stored, root);
    String pattern = directory.map(d -> "./" + root.relativize(d)).orElse("./...");
    if (finding.witness().schedule().isPresent()) {
      commands.add(
          List.of(
              "replay",
              "-n",
              String.valueOf(arguments.number("count").orElse(10L)),
              "--",
              finding.witness().schedule().get()));
    } else if (finding.test().isEmpty()) {
      commands.add(List.of("vet", pattern));
      return commands;
    } else {
      List<String> test = new ArrayList<>(List.of("test"));
      if (finding.witness().rerun() instanceof Rerun.TestAgain again) {
        test.addAll(again.flags().flags(root));
      }
      test.add("-run=" + exactly(finding));
      test.add(pattern);
      commands.add(test);
    }
    commands.add(
        List.of(
            "fuzz",
            "-run=" + exactly(finding),
            "-first",
            "-per-test=" + arguments.number("executions").orElse(100L),
            "-time=" + arguments.number("seconds").orElse(30L) + "s",
            pattern));
    return commands;
  }

  private static String exactly(Finding finding) {
    return "^" + finding.topLevelTest() + "$";
  }

  /** Of the package whose test showed it, if that is known. */
  private static Optional<Path> packageDirectory(StoredFinding stored, Path root) {
    Finding finding = stored.finding();
    if (finding.witness().rerun() instanceof Rerun.TestAgain again
        && (again.packagePattern().isEmpty() || again.packagePattern().startsWith("."))) {
      return Optional.of(stored.run().directory().resolve(again.packagePattern()).normalize())
          .filter(d -> d.startsWith(root));
    }
    String file = finding.location().file();
    return new SourcePaths(root).covers(file)
        ? Optional.ofNullable(Path.of(file).getParent())
        : Optional.empty();
  }

  private static Verdict verdict(Finding finding, RunReport report) {
    if (report.findings().stream().anyMatch(f -> f.fingerprint().equals(finding.fingerprint()))) {
      return Verdict.STILL_THERE;
    }
    if (report.findings().stream().anyMatch(f -> isSimilar(f, finding))) {
      return Verdict.SIMILAR;
    }
    boolean failed =
        report.run().ending().filter(e -> !(e.outcome() instanceof RunOutcome.Passed)).isPresent();
    return failed ? Verdict.PROGRAM_FAILS : Verdict.NOT_SHOWN;
  }

  private static boolean isSimilar(Finding one, Finding other) {
    boolean sameTest = !one.test().isEmpty() && one.test().equals(other.test());
    return one.rule().equals(other.rule())
        && (sameTest || one.location().function().equals(other.location().function()));
  }

  private static Answer answer(StoredFinding stored, List<RunReport> tried) throws IOException {
    Finding finding = stored.finding();
    RunReport last = tried.getLast();
    Verdict verdict = verdict(finding, last);
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("verdict", verdict.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    data.put("finding", finding.fingerprint());
    data.put(
        "tried",
        tried.stream()
            .map(r ->
                Map.of(
                    "run", r.run().id().value(),
                    "command", String.join(" ", r.run().command()),
                    "notes", r.run().ending().map(Remarks::of).orElse(List.of()),
                    "incomplete", r.run().ending().map(Gaps::of).orElse(List.of())))
            .toList());
    data.put(
        "shown",
        last.findings().stream()
            .filter(f -> f.fingerprint().equals(finding.fingerprint()) || isSimilar(f, finding))
            .map(f -> FindingData.brief(last, f))
            .toList());
    StringBuilder text = new StringBuilder(sentence(verdict)).append("\n\n");
    for (RunReport report : tried) {
      text.append("$ ").append(String.join(" ", report.run().command())).append('\n');
      text.append(FindingData.text(report)).append('\n');
    }
    return new Answer(data, text.toString());
  }

  private static String sentence(Verdict verdict) {
    return switch (verdict) {
      case STILL_THERE -> "The finding is still there.";
      case SIMILAR ->
          "The finding is not there as it was, but there is one of the same rule in the same test or"
              + " function.";
      case NOT_SHOWN ->
          "Nothing that was tried shows the finding, nor one like it. That is no proof: it says what"
              + " was tried.";
      case PROGRAM_FAILS -> "The program does not build, or fails by itself.";
    };
  }
}
