package dev.harrier.ide.lsp;

import dev.harrier.ide.lsp.TestFunctions.TestFunction;
import dev.harrier.model.finding.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.Command;

/** What can be done with a test or a benchmark, above its first line. */
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
      for (ShownFinding shown : findings) {
        if (isOf(shown, test, file)) {
          Finding finding = shown.finding();
          List<Object> arguments = List.of(Documents.uri(file), finding.fingerprint());
          String rule = finding.rule().id();
          if (finding.witness().schedule().isPresent()) {
            lenses.add(lens(range, "replay " + rule, CommandName.REPLAY, arguments));
          }
          lenses.add(lens(range, "timeline of " + rule, CommandName.TIMELINE, arguments));
        }
      }
    }
    return lenses;
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
