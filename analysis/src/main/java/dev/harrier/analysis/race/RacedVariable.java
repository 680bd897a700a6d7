package dev.harrier.analysis.race;

import dev.harrier.analysis.explain.SourceLines;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.Site;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The variable of a race, by the lines of source with its accesses. Detectors know an address and
 * lines, no columns. But a line that assigns to only one thing says what is written there, and if
 * the other line also names it, both mean it. Where more than one name is possible there is none.
 */
final class RacedVariable {
  private static final String OPERAND =
      "[\\p{L}_][\\p{L}\\d_]*(?:\\.[\\p{L}_][\\p{L}\\d_]*|\\[[^\\[\\]]*\\])*";

  private static final Pattern EXPRESSION = Pattern.compile(OPERAND);

  private static final Pattern ASSIGNED =
      Pattern.compile(
          "(" + OPERAND + "(?:\\s*,\\s*" + OPERAND + ")*)\\s*(?:[-+*/%&|^]|<<|>>|&\\^)?=(?!=)");

  private static final Pattern COUNTED = Pattern.compile("(" + OPERAND + ")(?:\\+\\+|--)");
  private static final Pattern DELETED = Pattern.compile("\\bdelete\\((" + OPERAND + "),");
  private static final Pattern INDEX = Pattern.compile("\\[[^\\[\\]]*\\]");
  private static final Pattern RECEIVER =
      Pattern.compile("func \\(([\\p{L}_][\\p{L}\\d_]*) \\*?([\\p{L}_][\\p{L}\\d_]*)");

  private static final Pattern FUNCTION = Pattern.compile("func ([\\p{L}_][\\p{L}\\d_]*)");

  private static final Pattern STRINGS_AND_COMMENTS =
      Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"|`[^`]*`|'(?:\\\\.|[^'\\\\])*'|//.*");

  private final SourceLines sources;

  RacedVariable(SourceLines sources) {
    this.sources = sources;
  }

  /** An access, where the code of a person makes it. */
  record Place(Site site, boolean write) {}

  /** As the first line writes it; empty if the lines do not say, or leave a choice. */
  Optional<String> name(Place first, Place second) {
    Set<String> mine = candidates(first);
    Set<String> others = new LinkedHashSet<>();
    candidates(second).forEach(expression -> others.add(last(expression)));
    List<String> common = mine.stream().filter(e -> others.contains(last(e))).toList();
    return common.stream().map(RacedVariable::last).distinct().count() == 1
        ? Optional.of(common.getFirst())
        : Optional.empty();
  }

  /** What can be accessed on a line: of a write only what is assigned there. */
  private Set<String> candidates(Place place) {
    String line = STRINGS_AND_COMMENTS.matcher(line(place.site)).replaceAll("\"\"");
    Set<String> expressions = new LinkedHashSet<>();
    if (place.write) {
      ASSIGNED
          .matcher(line)
          .results()
          .forEach(m ->
              EXPRESSION.matcher(m.group(1)).results().forEach(e -> expressions.add(e.group())));
      for (Pattern pattern : List.of(COUNTED, DELETED)) {
        pattern.matcher(line).results().forEach(m -> expressions.add(m.group(1)));
      }
    } else {
      EXPRESSION.matcher(line).results().forEach(m -> prefixes(m.group(), expressions));
    }
    Set<String> names = new LinkedHashSet<>();
    expressions.forEach(e -> names.add(INDEX.matcher(e).replaceAll("")));
    names.remove("_");
    return names;
  }

  /** To read {@code a.b.c} is to read {@code a} and {@code a.b} on the way. */
  private static void prefixes(String expression, Set<String> into) {
    for (int dot = expression.indexOf('.'); dot >= 0; dot = expression.indexOf('.', dot + 1)) {
      into.add(expression.substring(0, dot));
    }
    into.add(expression);
  }

  private static String last(String expression) {
    return expression.substring(expression.lastIndexOf('.') + 1);
  }

  private String line(Site site) {
    List<String> lines = sources.of(site.file());
    return site.line() >= 1 && site.line() <= lines.size() ? lines.get(site.line() - 1) : "";
  }

  /**
   * Whether it is what a parameter of the function points to: which memory that is, the callers
   * know. A receiver is not meant, and neither is a field of something: most of the time all
   * callers mean the same object.
   */
  boolean isHandedIn(String variable, Site site) {
    List<String> lines = sources.of(site.file());
    int start = beginning(lines, site);
    return start >= 0
        && variable.indexOf('.') < 0
        && site.function().equals(site.packagePath() + "." + named(lines.get(start)))
        && parameter(variable).matcher(lines.get(start)).find();
  }

  /** Of the line that begins a function, and not a method. */
  private static String named(String line) {
    Matcher function = FUNCTION.matcher(line);
    return function.lookingAt() ? function.group(1) : "";
  }

  private static Pattern parameter(String variable) {
    return Pattern.compile("func.*[(,]\\s*%s(?:,| [^)])".formatted(Pattern.quote(variable)));
  }

  /** The line where the function of a site begins, counted from 0; negative without sources. */
  private static int beginning(List<String> lines, Site site) {
    int start = Math.min(site.line(), lines.size()) - 1;
    while (start > 0 && !lines.get(start).startsWith("func")) {
      start--;
    }
    return start;
  }

  /** Where it is declared, if the file has only one place where it can be. */
  Optional<Step.Declared> declaration(String variable, Site site) {
    List<String> lines = sources.of(site.file());
    int start = beginning(lines, site);
    if (start < 0) {
      return Optional.empty();
    }
    return variable.indexOf('.') < 0
        ? declared(variable, site, lines, start)
        : field(variable, site, lines, start);
  }

  private static Optional<Step.Declared> declared(
      String variable, Site site, List<String> lines, int start) {
    String name = Pattern.quote(variable);
    Pattern local =
        Pattern.compile(
            "\\b%s\\b(?:\\s*,\\s*[\\p{L}\\d_]+)*\\s*:=|\\bvar %s\\b".formatted(name, name));
    Pattern parameter = parameter(variable);
    Set<Integer> found = new LinkedHashSet<>();
    for (int i = start; i < site.line(); i++) {
      if (local.matcher(lines.get(i)).find() || parameter.matcher(lines.get(i)).find()) {
        found.add(i + 1);
      }
    }
    if (!found.isEmpty()) {
      return only(variable, outer(site.function()), site, found);
    }
    return only(variable, site.packagePath(), site, ofPackage(name, lines));
  }

  /** The lines that declare a variable of the package, by itself or in a block. */
  private static Set<Integer> ofPackage(String name, List<String> lines) {
    Pattern single = Pattern.compile("var %s\\b.*".formatted(name));
    Pattern inBlock = Pattern.compile("\t(?:[\\p{L}\\d_]+, )*%s[, ].*".formatted(name));
    Set<Integer> found = new LinkedHashSet<>();
    boolean block = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (single.matcher(line).matches() || (block && inBlock.matcher(line).matches())) {
        found.add(i + 1);
      }
      block = line.startsWith("var (") || (block && !line.startsWith(")"));
    }
    return found;
  }

  /** Of a field of the method's receiver. */
  private static Optional<Step.Declared> field(
      String variable, Site site, List<String> lines, int start) {
    Matcher receiver = RECEIVER.matcher(lines.get(start));
    String[] parts = variable.split("\\.");
    if (!receiver.lookingAt() || parts.length != 2 || !parts[0].equals(receiver.group(1))) {
      return Optional.empty();
    }
    String type = receiver.group(2);
    int begin = 0;
    while (begin < lines.size()
        && !lines.get(begin).matches("type %s(?:\\[.*)? struct \\{.*".formatted(type))) {
      begin++;
    }
    Pattern member = Pattern.compile("\\s+(?:[\\p{L}\\d_]+, )*%s[, ].*".formatted(parts[1]));
    Set<Integer> found = new LinkedHashSet<>();
    for (int i = begin + 1; i < lines.size() && !lines.get(i).startsWith("}"); i++) {
      if (member.matcher(lines.get(i)).matches()) {
        found.add(i + 1);
      }
    }
    return only(variable, type, site, found);
  }

  private static Optional<Step.Declared> only(
      String variable, String owner, Site site, Set<Integer> lines) {
    return lines.size() == 1
        ? Optional.of(
            new Step.Declared(
                variable,
                owner,
                new Location(site.file(), lines.iterator().next(), 1, "", site.packagePath())))
        : Optional.empty();
  }

  /** The function that a literal is in: {@code pkg.F.func1.2} is in {@code pkg.F}. */
  private static String outer(String function) {
    String name = function.substring(function.lastIndexOf('/') + 1);
    return name.replaceFirst("\\.(?:func|gowrap)\\d.*", "");
  }
}
