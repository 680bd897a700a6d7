package dev.harrier.ide.mcp;

import dev.harrier.ide.current.StoredFinding;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.words.GapWords;
import dev.harrier.report.words.Remarks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Looks whether a finding is still there after a change, with {@code harrier check-fix}. A finding
 * of the source that no test shows can only be looked for in the source again.
 */
final class FixTool {
  private final FindingTools findings;
  private final RunTools runs;

  FixTool(FindingTools findings, RunTools runs) {
    this.findings = findings;
    this.runs = runs;
  }

  Answer check(Arguments arguments, Consumer<String> said)
      throws ToolCallException, IOException, InterruptedException {
    StoredFinding stored = findings.finding(arguments);
    Finding finding = stored.finding();
    Path root = findings.module(arguments).root();
    Arguments atRoot = new Arguments(Map.of("directory", root.toString()));
    boolean ofSource = finding.test().isEmpty() && finding.witness().schedule().isEmpty();
    List<String> words = new ArrayList<>();
    if (ofSource) {
      words.addAll(List.of("vet", pattern(finding, root)));
    } else {
      words.add("check-fix");
      arguments.number("seconds").ifPresent(n -> words.add("-time=" + n + "s"));
      words.addAll(List.of("--", finding.fingerprint()));
    }
    return answer(finding, runs.run(atRoot, words, said).report());
  }

  private static String pattern(Finding finding, Path root) {
    String file = finding.location().file();
    SourcePaths paths = new SourcePaths(root);
    if (!paths.covers(file)) {
      return "./...";
    }
    Path directory = Path.of(paths.shown(file)).getParent();
    return directory == null ? "." : "./" + directory;
  }

  private static Answer answer(Finding finding, RunReport report) throws IOException {
    Optional<FixCheck> check =
        report.run().ending().stream()
            .flatMap(ending -> ending.remarks().stream())
            .filter(Remark.FixChecked.class::isInstance)
            .map(remark -> ((Remark.FixChecked) remark).check())
            .findFirst();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("verdict", check.map(c -> word(c.verdict())).orElseGet(() -> word(finding, report)));
    data.put("finding", finding.fingerprint());
    check
        .map(FixCheck::silenceByLuck)
        .filter(luck -> luck.isPresent())
        .ifPresent(luck -> data.put("chanceOfSilenceByLuck", luck.getAsDouble()));
    data.put("run", report.run().id().value());
    data.put("command", String.join(" ", report.run().command()));
    data.put("notes", report.run().ending().map(Remarks::of).orElse(List.of()));
    data.put("incomplete", report.run().ending().map(GapWords::of).orElse(List.of()));
    data.put("shown", report.findings().stream().map(f -> FindingData.brief(report, f)).toList());
    return new Answer(data, FindingData.text(report));
  }

  private static String word(FixVerdict verdict) {
    return switch (verdict) {
      case FixVerdict.Proved _ -> "proved";
      case FixVerdict.NotShownAgain _ -> "not-shown-again";
      case FixVerdict.StillThere _ -> "still-there";
      case FixVerdict.AnotherOne _ -> "another-one";
      case FixVerdict.ProgramFails _ -> "program-fails";
    };
  }

  /** Of a finding of the source. */
  private static String word(Finding finding, RunReport report) {
    boolean there =
        report.findings().stream().anyMatch(f -> f.fingerprint().equals(finding.fingerprint()));
    return there ? "still-there" : "not-shown-again";
  }
}
