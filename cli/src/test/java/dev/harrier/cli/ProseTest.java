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
 * Phrases that readers stumbled over have no place in the documents, the messages and the comments.
 * Each of them has a plain one: report, fixed, again, next to, no goroutine, happens, continues.
 * CONTRIBUTING.md says why this is a list.
 */
final class ProseTest {
  private static final Path ROOT = Path.of("..");

  /** More words than that in a sentence of a user page are two sentences. */
  private static final int MOST_WORDS = 35;

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

  /** Where Go code of Harrier's own is, with comments that people read. */
  private static final List<String> GO_CODE =
      List.of("toolchain/src/main/go", "vet/src/main/go", "gotool");

  private static final Pattern STUMBLED_OVER =
      Pattern.compile(
          "\\b(told|tells?|mend(s|ed|ing)?|anew|once more|beside|to be had|nobody|whoever|somebody|anybody"
              + "|(comes?|came) (to|about)|(go(es)?|went|going) on|a (line|sentence) each"
              + "|is no finding|there (is|are) that|every so|by its own account"
              // One English: that of Go's own documentation.
              + "|cancelled|cancelling|signalled|signalling|analysed|initialising|behaviour)\\b"
              + "|, too[.;:]",
          Pattern.CASE_INSENSITIVE);

  /** What Go and others say themselves, and the verb of a test that shortens itself. */
  private static final Pattern OF_OTHERS =
      Pattern.compile("Go on the machine|tell long tests to shorten themselves|comes to an end");

  /** An option within a sentence: it has one hyphen, as in Go's own commands. */
  private static final Pattern TWO_HYPHENS = Pattern.compile("(?<![\\w\"-])--[a-z]");

  /** Dates, and classes of tests: for the evaluation and the internals. */
  private static final Pattern OF_MAINTAINERS =
      Pattern.compile("\\b20\\d\\d-\\d\\d-\\d\\d|\\b\\p{Lu}\\w+Test\\b");

  private static final List<String> FOR_MAINTAINERS =
      List.of("ARCHITECTURE.md", "CONTRIBUTING.md", "evaluation.md");

  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|<!--.*?-->");

  /** Names and places, which are what they are. */
  private static final Pattern NAMES = Pattern.compile("`[^`]*`|\\]\\([^)]*\\)");

  private static final Pattern HEADING = Pattern.compile("(?m)^(#.*)$");

  /** What ends a paragraph: an empty line, an item of a list, a heading, a row of a table. */
  private static final Pattern PARAGRAPH = Pattern.compile("\n\\s*\n|\n(?=\\s*([-*#|]|\\d+\\.) ?)");

  private static final Pattern SENTENCE =
      Pattern.compile("(?<=[.?!])[\"”)]?\\s+(?=\\p{Lu}|\\[|\\*)");

  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");

  private static final Pattern WORD = Pattern.compile("\\S*\\w\\S*");

  /** Strings and comments of TypeScript. */
  private static final Pattern OF_EDITOR =
      Pattern.compile("'(?:[^'\\\\\n]|\\\\.)*'|`[^`]*`|(?s)/\\*.*?\\*/|//[^\n]*");

  private static final Pattern OF_JAVA =
      Pattern.compile("(?s)/\\*.*?\\*/|(?-s:(?:[ \\t]*//.*\n)+)");

  private static final Pattern LINE_OF_COMMENT = Pattern.compile("(?m)^\\s*(/?\\*+/?|//)\\s?|\\s+");

  /** A goroutine, a worker, a process: none of them is a person. */
  private static final Pattern SOMEONE = Pattern.compile("(?:^|[.;:] )Who (?!may ask)[a-z]");

  @Test
  void documentsSayItPlainly() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path page : pages()) {
      paragraphs(page).forEach(paragraph -> look(page, paragraph, found));
    }
    assertThat(found).isEmpty();
  }

  @Test
  void sentencesOfUserPagesEnd() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path page : pages()) {
      if (page.startsWith(ROOT.resolve("docs/internals")) || page.endsWith("CHANGELOG.md")) {
        continue;
      }
      paragraphs(page)
          .filter(paragraph -> !paragraph.startsWith("|"))
          .flatMap(SENTENCE::splitAsStream)
          .filter(sentence -> WORD.matcher(sentence).results().count() > MOST_WORDS)
          .forEach(sentence -> found.add(page.getFileName() + ": " + sentence));
    }
    assertThat(found).as("more than %d words", MOST_WORDS).isEmpty();
  }

  @Test
  void userPagesHaveNoDatesAndNoClassesOfHarrier() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path page : pages()) {
      if (page.startsWith(ROOT.resolve("docs/internals"))
          || FOR_MAINTAINERS.contains(String.valueOf(page.getFileName()))) {
        continue;
      }
      OF_MAINTAINERS
          .matcher(Files.readString(page))
          .results()
          .forEach(name -> found.add(page.getFileName() + ": " + name.group()));
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

  @Test
  void commentsOfJavaSayItPlainly() throws IOException {
    List<String> found = new ArrayList<>();
    for (String module : MODULES) {
      Path sources = ROOT.resolve(module + "/src/main/java");
      for (Path source : files(sources, path -> path.toString().endsWith(".java"))) {
        OF_JAVA
            .matcher(Files.readString(source))
            .results()
            .map(comment -> LINE_OF_COMMENT.matcher(comment.group()).replaceAll(" ").strip())
            .forEach(comment -> {
              look(source, comment, found);
              if (SOMEONE.matcher(comment).find()) {
                found.add(source.getFileName() + ": " + comment);
              }
            });
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void commentsOfTheHooksAndTheEditorSayItPlainly() throws IOException {
    List<String> found = new ArrayList<>();
    for (String directory : GO_CODE) {
      for (Path source : files(ROOT.resolve(directory), path -> path.toString().endsWith(".go"))) {
        comments(Files.readString(source)).forEach(comment -> look(source, comment, found));
      }
    }
    Path editor = ROOT.resolve("editors/vscode");
    for (Path source : files(editor.resolve("src"), path -> path.toString().endsWith(".ts"))) {
      OF_EDITOR
          .matcher(Files.readString(source))
          .results()
          .forEach(text -> look(source, text.group(), found));
    }
    Path manifest = editor.resolve("package.json");
    LITERAL
        .matcher(Files.readString(manifest))
        .results()
        .forEach(text -> look(manifest, text.group(), found));
    assertThat(found).isEmpty();
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String page :
        List.of("README.md", "ARCHITECTURE.md", "SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md")) {
      pages.add(ROOT.resolve(page));
    }
    pages.addAll(files(ROOT.resolve("docs"), path -> path.toString().endsWith(".md")));
    return pages;
  }

  /** The prose of a page, each paragraph as one line: phrases continue over the ends of lines. */
  private static Stream<String> paragraphs(Path page) throws IOException {
    String prose =
        HEADING
            .matcher(CODE.matcher(Files.readString(page)).replaceAll("\n\n"))
            .replaceAll("\n$1\n\n");
    return PARAGRAPH
        .splitAsStream(NAMES.matcher(prose).replaceAll("X"))
        .map(paragraph -> paragraph.strip().replaceAll("\\s+", " "));
  }

  /** The comments of Go code, each with all its lines. */
  private static List<String> comments(String code) {
    List<String> comments = new ArrayList<>();
    StringBuilder comment = new StringBuilder();
    for (String line : code.lines().toList()) {
      int begin = line.indexOf("// ");
      if (begin >= 0) {
        comment.append(line.substring(begin + 3)).append(' ');
      } else {
        comments.add(comment.toString());
        comment.setLength(0);
      }
    }
    comments.add(comment.toString());
    return comments;
  }

  private static List<Path> files(Path directory, Predicate<Path> wanted) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).filter(wanted).sorted().toList();
    }
  }

  private static void look(Path source, String text, List<String> found) {
    String ours = OF_OTHERS.matcher(text).replaceAll("");
    STUMBLED_OVER
        .matcher(ours)
        .results()
        .forEach(phrase -> {
          int from = Math.max(0, phrase.start() - 60);
          int to = Math.min(ours.length(), phrase.end() + 60);
          found.add(source.getFileName() + ": " + ours.substring(from, to).strip());
        });
  }
}
