package dev.harrier.analysis.explain;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The function that makes a context and defers the call of its cancel function, there or in a
 * function literal: then it is not forgotten, and what keeps it from running is the question.
 */
final class DeferredCancel {
  /** A context and its cancel function, by a call in the same line. */
  private static final Pattern MADE =
      Pattern.compile("^\\s*(?:var\\s+)?[\\w.]+\\s*,\\s*([\\w.]+)\\s*:?=.*\\(.*");

  private static final Pattern HANDED_ON = Pattern.compile("^\\s*return\\b.*");

  private DeferredCancel() {}

  /**
   * Looks at the innermost function that keeps both: others return them to their callers.
   *
   * @param made where the context was made
   */
  static Optional<Site> in(Stack made, SourceLines sources) {
    for (Site site : made.frames()) {
      List<String> lines = sources.of(site.file());
      if (site.packagePath().equals("context") || site.line() < 1 || site.line() > lines.size()) {
        continue;
      }
      String code = GoCode.of(lines.get(site.line() - 1));
      Matcher kept = MADE.matcher(code);
      if (kept.matches()) {
        return defers(kept.group(1), lines, site.line()) ? Optional.of(site) : Optional.empty();
      }
      if (!HANDED_ON.matcher(code).matches()) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean defers(String cancel, List<String> lines, int from) {
    Pattern call = Pattern.compile("\\bdefer\\s+" + Pattern.quote(cancel) + "\\(");
    return lines.subList(from, lines.size()).stream()
        .takeWhile(line -> !line.startsWith("func ") && !line.startsWith("}"))
        .map(GoCode::of)
        .anyMatch(line -> call.matcher(line).find());
  }
}
