package dev.harrier.toolchain.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Go source file being edited. Every edit asserts that what it hangs on is there exactly once,
 * and leaves all line numbers as they are, except below the last line of the original.
 *
 * <p>The files are gofmt's output, and that is all that is assumed: a top-level declaration starts
 * in column 0 and ends with a closing bracket in column 0.
 */
final class GoSource {
  private static final Pattern IMPORT_BLOCK = Pattern.compile("(?m)^import \\(\\n(?s:(.*?))^\\)$");
  private static final Pattern IMPORT_LINE = Pattern.compile("(?m)^import ((?:\\w+ )?\"[^\"]+\")$");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package \\w+$");

  private static final List<String> DECLARATIONS =
      List.of("\nfunc ", "\ntype ", "\nvar ", "\nconst ");

  /**
   * What an edit hangs on: a text on one line, as whole words.
   *
   * @param or what other releases have in its place; "" if they have the same
   * @param next how the next line that is not blank begins, where the text ends its line; "" if
   *     that does not matter
   */
  record Anchor(String text, String or, String next) {
    Anchor(String text) {
      this(text, "", "");
    }

    private Pattern pattern() {
      String either = or.isEmpty() ? words(text) : "(?:" + words(text) + "|" + words(or) + ")";
      return Pattern.compile(
          next.isEmpty() ? either : either + "(?=\\n\\s*" + Pattern.quote(next) + ")");
    }

    private static String words(String text) {
      String from = isInWord(text.charAt(0)) ? "(?<!\\w)" : "";
      String to = isInWord(text.charAt(text.length() - 1)) ? "(?!\\w)" : "";
      return from + Pattern.quote(text) + to;
    }

    private static boolean isInWord(char c) {
      return Character.isLetterOrDigit(c) || c == '_';
    }

    @Override
    public String toString() {
      return text + (or.isEmpty() ? "" : " or " + or) + (next.isEmpty() ? "" : " above " + next);
    }
  }

  private final String path;
  private final String original;
  private String text;

  GoSource(String path, String text) {
    this.path = path;
    this.original = text;
    this.text = text;
  }

  String text() {
    return text;
  }

  boolean isEdited() {
    return !text.equals(original);
  }

  /** Whether {@code text} stands anywhere in the file. */
  boolean has(String text) {
    return this.text.contains(text);
  }

  /** Whether a struct type has a field of that name, at the beginning of a line. */
  boolean hasField(String type, String field) throws PatchException {
    int start = once("\ntype " + type + " struct {\n", 0, text.length(), "top level");
    String body = text.substring(start, text.indexOf("\n}", start + 1));
    return Pattern.compile("(?m)^\t" + field + "\\s").matcher(body).find();
  }

  /** Takes another text; line numbers may change, so it is for files that no one looks at. */
  void rewrite(String replacement) {
    text = replacement;
  }

  /** A function, by the start of its line up to and including the opening parenthesis. */
  Function function(String header) throws PatchException {
    int start = once("\n" + header, 0, text.length(), "top level") + 1;
    return new Function(header, start);
  }

  /** Replaces what may stand anywhere but only once. */
  void replace(Anchor old, String replacement) throws PatchException {
    MatchResult at = once(old, 0, text.length(), "anywhere");
    splice(at.start(), at.end(), replacement);
  }

  /** Inserts code behind what may stand anywhere but only once, on its line. */
  void after(Anchor anchor, String code) throws PatchException {
    int at = once(anchor, 0, text.length(), "anywhere").end();
    splice(at, at, code);
  }

  private void splice(int from, int to, String replacement) {
    if (replacement.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("an edit must stay on its line: " + replacement);
    }
    text = text.substring(0, from) + replacement + text.substring(to);
  }

  /** Replaces {@code old}, which may stand anywhere but only once. */
  void replace(String old, String replacement) throws PatchException {
    sameLines(old, replacement);
    int at = once(old, 0, text.length(), "anywhere");
    text = text.substring(0, at) + replacement + text.substring(at + old.length());
  }

  /** Adds fields at the end of a struct type; {@code fields} is one line. */
  void addFields(String type, String fields) throws PatchException {
    int start = once("\ntype " + type + " struct {\n", 0, text.length(), "top level");
    int end = text.indexOf("\n}", start + 1);
    int lineEnd = text.lastIndexOf('\n', end - 1);
    String last = text.substring(lineEnd + 1, end);
    // A comment can't take a field behind it on its line; the line above can.
    while (last.strip().startsWith("//") || last.isBlank()) {
      end = lineEnd;
      lineEnd = text.lastIndexOf('\n', end - 1);
      last = text.substring(lineEnd + 1, end);
    }
    int comment = last.indexOf("//");
    int at = comment < 0 ? end : lineEnd + 1 + comment;
    text = text.substring(0, at) + "; " + fields + " " + text.substring(at);
  }

  /** Imports one more package, on a line that already imports another. */
  void addImport(String existing, String added) throws PatchException {
    replace("\n\t\"" + existing + "\"\n", "\n\t\"" + existing + "\"; " + added + "\n");
  }

  /**
   * Appends a hook file without its package clause and imports.
   *
   * @throws PatchException if the hook needs an import that this file lacks
   */
  void append(String name, String hook) throws PatchException {
    Matcher clause = PACKAGE.matcher(hook);
    if (!clause.find()) {
      throw new PatchException(name, "top level", "package clause", 0);
    }
    Set<String> missing = imports(head(hook));
    missing.removeAll(imports(head(text)));
    if (!missing.isEmpty()) {
      throw new PatchException(path, "imports", String.join(", ", missing), 0);
    }
    String body = hook.substring(clause.end());
    body = IMPORT_BLOCK.matcher(body).replaceFirst("");
    body = IMPORT_LINE.matcher(body).replaceAll("");
    text = text + "\n// Appended by Harrier: " + name + "\n" + body.strip() + "\n";
  }

  /** What comes before the first declaration: the imports are there, and files are long. */
  private static String head(String source) {
    int end = source.length();
    for (String declaration : DECLARATIONS) {
      int at = source.indexOf(declaration);
      end = at < 0 ? end : Math.min(end, at);
    }
    return source.substring(0, end);
  }

  private static Set<String> imports(String source) {
    List<String> lines = new ArrayList<>();
    Matcher block = IMPORT_BLOCK.matcher(source);
    if (block.find()) {
      block.group(1).lines().forEach(l -> lines.addAll(List.of(l.split(";"))));
    }
    Matcher line = IMPORT_LINE.matcher(source);
    while (line.find()) {
      lines.add(line.group(1));
    }
    Set<String> paths = new TreeSet<>();
    for (String l : lines) {
      int quote = l.indexOf('"');
      if (quote >= 0 && !l.strip().startsWith("_ ")) {
        paths.add(l.substring(quote + 1, l.indexOf('"', quote + 1)));
      }
    }
    return paths;
  }

  private int once(String needle, int from, int to, String where) throws PatchException {
    String within = text.substring(from, to);
    int first = within.indexOf(needle);
    int count = 0;
    for (int i = first; i >= 0; i = within.indexOf(needle, i + 1)) {
      count++;
    }
    if (count != 1) {
      throw new PatchException(path, where, needle, count);
    }
    return from + first;
  }

  private MatchResult once(Anchor anchor, int from, int to, String where) throws PatchException {
    List<MatchResult> found =
        anchor
            .pattern()
            .matcher(text)
            .region(from, to)
            .useTransparentBounds(true)
            .results()
            .toList();
    if (found.size() != 1) {
      throw new PatchException(path, where, anchor.toString(), found.size());
    }
    return found.getFirst();
  }

  private static void sameLines(String old, String replacement) {
    if (old.lines().count() != replacement.lines().count()) {
      throw new IllegalArgumentException("an edit must keep the number of lines: " + replacement);
    }
  }

  /** One function of the file. Edits may be chained; each looks at the text as it is then. */
  final class Function {
    private final String header;
    private int start;

    private Function(String header, int start) {
      this.header = header;
      this.start = start;
    }

    private int end() {
      return text.indexOf("\n}\n", start) + 2;
    }

    /** Inserts code behind {@code anchor}, on its line. */
    Function after(Anchor anchor, String code) throws PatchException {
      int at = once(anchor, start, end(), header).end();
      splice(at, at, " " + code);
      return this;
    }

    /** Inserts code in front of {@code anchor}, on its line. */
    Function before(Anchor anchor, String code) throws PatchException {
      int at = once(anchor, start, end(), header).start();
      splice(at, at, code + " ");
      return this;
    }

    /** Replaces {@code anchor}. */
    Function swap(Anchor anchor, String replacement) throws PatchException {
      MatchResult at = once(anchor, start, end(), header);
      splice(at.start(), at.end(), replacement);
      return this;
    }

    /** Inserts code behind the opening brace, in front of what was inserted there before. */
    Function atEntry(String code) throws PatchException {
      int brace = openingBrace() + 1;
      text = text.substring(0, brace) + " " + code + text.substring(brace);
      return this;
    }

    /** The first brace outside parentheses that is not that of a type such as {@code struct{}}. */
    private int openingBrace() throws PatchException {
      int depth = 0;
      for (int i = start; i < end(); i++) {
        switch (text.charAt(i)) {
          case '(' -> depth++;
          case ')' -> depth--;
          case '{' -> {
            if (depth == 0 && text.charAt(i + 1) != '}') {
              return i;
            }
          }
          default -> {}
        }
      }
      throw new PatchException(path, header, "{", 0);
    }

    /** Inserts code behind the last statement, which must be reached and must not return. */
    Function atEnd(String code) {
      int lineEnd = text.lastIndexOf('\n', end() - 1);
      int lineStart = text.lastIndexOf('\n', lineEnd - 1) + 1;
      int comment = text.indexOf(" //", lineStart);
      int at = comment < 0 || comment > lineEnd ? lineEnd : comment;
      text = text.substring(0, at) + "; " + code + text.substring(at);
      return this;
    }

    /**
     * Keeps the compiler from inlining the function, also under a profile: hooks count frames. The
     * directive takes the place of a line of the function's comment.
     */
    Function noInline() throws PatchException {
      int lineStart = text.lastIndexOf('\n', start - 2) + 1;
      int lineEnd = start - 1;
      String above = text.substring(lineStart, lineEnd);
      while (above.startsWith("//go:") || above.equals("//")) {
        lineEnd = lineStart - 1;
        lineStart = text.lastIndexOf('\n', lineEnd - 1) + 1;
        above = text.substring(lineStart, lineEnd);
      }
      if (!above.startsWith("//")) {
        throw new PatchException(path, header, "a comment above the function", 0);
      }
      text = text.substring(0, lineStart) + "//go:noinline" + text.substring(lineEnd);
      start += "//go:noinline".length() - above.length();
      return this;
    }
  }
}
