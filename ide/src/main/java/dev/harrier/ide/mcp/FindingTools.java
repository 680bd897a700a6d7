package dev.harrier.ide.mcp;

import dev.harrier.ide.current.CurrentFindings;
import dev.harrier.ide.current.ModuleStore;
import dev.harrier.ide.current.StoredFinding;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.FailOn;
import dev.harrier.report.RunReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The tools that read stored runs, and run nothing. */
final class FindingTools {
  private final Path start;
  private final Path caches;

  FindingTools(Path start, Path caches) {
    this.start = start;
    this.caches = caches;
  }

  /** The module that a call is about. */
  ModuleStore module(Arguments arguments) throws ToolCallException {
    Path directory = arguments.directory(start);
    return ModuleStore.around(directory, caches)
        .orElseThrow(() ->
            new ToolCallException(
                ("%s is not in a Go module: neither it nor a directory above it has a go.mod;"
                        + " name one in the argument directory")
                    .formatted(directory)));
  }

  /** The finding that a call names by the start of its fingerprint. */
  StoredFinding finding(Arguments arguments) throws ToolCallException {
    String prefix = arguments.required("finding");
    if (!prefix.matches("[0-9a-f]{4,}")) {
      throw new ToolCallException(
          "'%s' names no finding: give the id that list_findings says, or its first 4 digits or more"
              .formatted(prefix));
    }
    CurrentFindings all = CurrentFindings.of(module(arguments).runs());
    Map<String, List<StoredFinding>> found = all.beginning(prefix);
    if (found.isEmpty()) {
      throw new ToolCallException(
          "no stored run has a finding that begins with %s%s".formatted(prefix, problems(all)));
    }
    if (found.size() > 1) {
      throw new ToolCallException(StoredFinding.ambiguous(prefix, found.values()));
    }
    return found.values().iterator().next().getFirst();
  }

  private static String problems(CurrentFindings all) {
    return all.problems().isEmpty() ? "" : ": " + String.join("; ", all.problems());
  }

  Answer list(Arguments arguments) throws ToolCallException, IOException {
    CurrentFindings all = CurrentFindings.of(module(arguments).runs());
    FailOn weakest =
        arguments
            .text("weakest")
            .map(w -> FailOn.valueOf(w.toUpperCase(Locale.ROOT)))
            .orElse(FailOn.SUSPICIOUS);
    Optional<String> rule = arguments.text("rule");
    List<StoredFinding> wanted =
        all.findings().stream()
            .filter(f -> weakest.fails(f.finding().strength()))
            .filter(f -> rule.map(f.finding().rule().id()::equals).orElse(true))
            .toList();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put(
        "findings", wanted.stream().map(f -> FindingData.brief(f.report(), f.finding())).toList());
    data.put("runs", all.runs().stream().map(FindingTools::run).toList());
    data.put("problems", all.problems());
    return new Answer(data, text(wanted, all));
  }

  private static Map<String, Object> run(RunReport report) {
    return Map.of(
        "id", report.run().id().value(),
        "command", String.join(" ", report.run().command()),
        "findings", report.findings().size());
  }

  private static String text(List<StoredFinding> findings, CurrentFindings all) {
    StringBuilder text = new StringBuilder();
    for (StoredFinding f : findings) {
      Map<String, Object> brief = FindingData.brief(f.report(), f.finding());
      text.append(
          "%s  %s:%s: %s: %s%s%n"
              .formatted(
                  String.valueOf(brief.get("id")).substring(0, 8),
                  brief.get("file"),
                  brief.get("line"),
                  brief.get("rule"),
                  brief.get("message"),
                  f.finding().strength() == Strength.OBSERVED
                      ? ""
                      : " (" + brief.get("strength") + ")"));
    }
    all.problems().forEach(p -> text.append(p).append('\n'));
    if (findings.isEmpty()) {
      text.append(
          all.runs().isEmpty()
              ? "no run is stored yet: run_tests or explore makes one"
              : "nothing found in %d stored runs".formatted(all.runs().size()));
    }
    return text.toString();
  }

  Answer explain(Arguments arguments) throws ToolCallException, IOException {
    StoredFinding found = finding(arguments);
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("run", found.run().id().value());
    data.put("command", String.join(" ", found.run().command()));
    data.put("fails", found.fails());
    data.put("finding", FindingData.whole(found));
    return new Answer(data, FindingData.text(found));
  }
}
