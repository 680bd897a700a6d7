package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Phrases that readers stumbled over have no place in the documents and the messages. Each of them
 * has a plain one: report, fixed, again, next to, no goroutine, happens, continues.
 */
final class ProseTest {
  private static final Path ROOT = Path.of("..");

  private static final List<String> MODULES =
      List.of(
          "analysis",
          "base",
          "binary",
          "campaign",
          "cli",
          "coverage",
          "explore",
          "ide",
          "leaks",
          "model",
          "report",
          "toolchain",
          "tracing",
          "vet");

  private static final Pattern STUMBLED_OVER =
      Pattern.compile(
          "\\b(told|tells?|mend(s|ed|ing)?|anew|once more|beside|to be had|nobody|whoever|somebody|anybody"
              + "|(comes?|came) (to|about)|(go(es)?|went|going) on|a line each|is no finding"
              + "|there (is|are) that|every so|by its own account)\\b|, too[.;:]",
          Pattern.CASE_INSENSITIVE);

  /** What Go and others say themselves, and the verb of a test that shortens itself. */
  private static final Pattern OF_OTHERS =
      Pattern.compile("Go on the machine|tell long tests to shorten themselves|comes to an end");

  /** An option within a sentence: it has one hyphen, as in Go's own commands. */
  private static final Pattern TWO_HYPHENS = Pattern.compile("(?<![\\w\"-])--[a-z]");

  private static final Pattern CODE = Pattern.compile("(?s)```.*?```");
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");

  @Test
  void documentsSayItPlainly() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String page : List.of("README.md", "SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md")) {
      pages.add(ROOT.resolve(page));
    }
    pages.addAll(files(ROOT.resolve("docs"), path -> path.toString().endsWith(".md")));
    List<String> found = new ArrayList<>();
    for (Path page : pages) {
      if (!page.startsWith(ROOT.resolve("docs/internals"))) {
        String prose = CODE.matcher(Files.readString(page)).replaceAll("");
        prose.lines().forEach(line -> look(page, line, found));
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void messagesSayItPlainly() throws IOException {
    List<String> found = new ArrayList<>();
    for (String module : MODULES) {
      Path sources = ROOT.resolve(module + "/src/main/java");
      for (Path source : files(sources, path -> path.toString().endsWith(".java"))) {
        LITERAL
            .matcher(Files.readString(source))
            .results()
            .map(MatchResult::group)
            .forEach(literal -> {
              look(source, literal, found);
              if (TWO_HYPHENS.matcher(literal).find()) {
                found.add(source.getFileName() + ": " + literal);
              }
            });
      }
    }
    assertThat(found).isEmpty();
  }

  private static List<Path> files(Path directory, Predicate<Path> wanted) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).filter(wanted).sorted().toList();
    }
  }

  private static void look(Path source, String text, List<String> found) {
    String ours = OF_OTHERS.matcher(text).replaceAll("");
    if (STUMBLED_OVER.matcher(ours).find()) {
      found.add(source.getFileName() + ": " + text.strip());
    }
  }
}
