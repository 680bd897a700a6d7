package dev.harrier.ide.lsp;

import dev.harrier.ide.lsp.TestFunctions.TestFunction;
import dev.harrier.model.finding.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.Command;

/** What can be done with a test, a benchmark, or a type, above its first line. */
record Lenses(Documents documents) {
  List<CodeLens> of(Path file, List<ShownFinding> findings) {
    List<CodeLens> lenses = new ArrayList<>();
    List<String> lines = documents.lines(file);
    for (TestFunction test : TestFunctions.in(file, lines)) {
      var range = Diagnostics.line(lines, test.line());
      List<Object> target = List.of(Documents.uri(file), test.name());
      lenses.add(lens(range, "run under Harrier", CommandName.TEST, target));
      if (!test.isBenchmark()) {
        lenses.add(lens(range, "explore", CommandName.EXPLORE, target));
      }
      List<ShownFinding> own = findings.stream().filter(f -> isOf(f, test, file)).toList();
      for (ShownFinding shown : own) {
        Finding finding = shown.finding();
        List<Object> arguments = List.of(Documents.uri(file), finding.fingerprint());
        String what = named(shown, own);
        if (finding.witness().schedule().isPresent()) {
          lenses.add(lens(range, "replay " + what, CommandName.REPLAY, arguments));
        }
        lenses.add(lens(range, "timeline of " + what, CommandName.TIMELINE, arguments));
      }
    }
    for (SharedTypes.SharedType type : SharedTypes.in(file, lines)) {
      lenses.add(
          lens(
              Diagnostics.line(lines, type.line()),
              "probe",
              CommandName.PROBE,
              List.of(Documents.uri(file), type.name())));
    }
    return lenses;
  }

  /** The rule of a finding; with its place where others of the test have the same rule. */
  private String named(ShownFinding shown, List<ShownFinding> own) {
    String rule = shown.finding().rule().id();
    boolean isAlone = own.stream().filter(f -> f.finding().rule().id().equals(rule)).count() == 1;
    return isAlone
        ? rule
        : "%s at %s:%d".formatted(rule, shown.file().getFileName(), shown.place(documents).line());
  }

  private static CodeLens lens(
      org.eclipse.lsp4j.Range range, String title, CommandName command, List<Object> arguments) {
    return new CodeLens(range, new Command(title, command.id(), arguments), null);
  }

  /** By the name of the test, and the package where that is known. */
  private static boolean isOf(ShownFinding shown, TestFunction test, Path file) {
    return shown.finding().topLevelTest().equals(test.name())
        && (shown.finding().participants().stream()
                .flatMap(p -> p.stack().frames().stream())
                .anyMatch(f -> Path.of(f.file()).equals(file))
            || sameDirectory(shown.file(), file));
  }

  private static boolean sameDirectory(Path one, Path other) {
    Path parent = one.getParent();
    return parent != null && parent.equals(other.getParent());
  }
}
