package dev.harrier.analysis.explain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A loop around a select with timers, read from its source: may anything but another case of the
 * select end it, and may it make such a case ready itself?
 *
 * <p>The reader knows no types, so it goes by what is certain from the words: a loop without
 * condition, which between two rounds neither returns, breaks, panics, communicates nor begins
 * anything, calls nothing but the clock, timers, contexts that it makes itself, arithmetic and what
 * is built in, and assigns to its function's own variables alone. What reads memory there does not
 * matter: nothing that it decides leaves the loop. Any other loop may end.
 */
final class PollLoop {
  private static final Pattern TOKEN =
      Pattern.compile(
          "[\\p{L}_][\\p{L}\\p{Nd}_]*|\\d[\\w.]*|<-|:=|\\+\\+|--|[-+*/%&|^=!<>]=|\\S|\\n");

  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{Nd}_]*");

  private static final Set<String> KEYWORDS =
      Set.of("if", "else", "switch", "case", "var", "const");

  /** What leaves a loop, waits, or begins something that may. */
  private static final Set<String> FORBIDDEN =
      Set.of(
          "return",
          "break",
          "goto",
          "go",
          "defer",
          "func",
          "select",
          "for",
          "range",
          "fallthrough",
          "panic",
          "recover",
          "close",
          "import",
          "type",
          "<-");

  private static final Set<String> BUILT_IN =
      Set.of(
          "len", "cap", "min", "max", "int", "int8", "int16", "int32", "int64", "uint", "uint8",
          "uint16", "uint32", "uint64", "float32", "float64");

  /** Packages that wake no goroutine, but for what {@code WAKES} names. */
  private static final Set<String> HARMLESS = Set.of("time", "math", "rand");

  private static final Set<String> WAKES = Set.of("AfterFunc", "Sleep");

  private static final Set<String> MAKE_CONTEXTS =
      Set.of(
          "Background",
          "TODO",
          "WithCancel",
          "WithTimeout",
          "WithDeadline",
          "WithValue",
          "WithoutCancel");

  private static final Set<String> LIMITS =
      Set.of("WithTimeout", "WithDeadline", "WithTimeoutCause", "WithDeadlineCause");

  private static final Set<String> ASSIGN =
      Set.of("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--");

  /**
   * How many cases of the select wait for something else than a timer.
   *
   * @param others all of them
   * @param done how many of those wait for {@code Done()} of something, by its name a context
   * @param own how many wait for {@code Done()} of a context that each round makes, with a limit of
   *     time: it is as good as a timer
   */
  record Cases(int others, int done, int own) {}

  private final List<String> all;
  private final Set<String> timers = new HashSet<>();
  private final Set<String> locals = new HashSet<>();

  private PollLoop(List<String> all) {
    this.all = all;
  }

  /**
   * The cases of the select that begins in a line, if nothing but one of those that wait for
   * something else than a timer can end the loop around it.
   *
   * @param line from 1
   */
  static Optional<Cases> endless(List<String> lines, int line) {
    return Select.in(lines, line).flatMap(it -> new PollLoop(it.tokens()).around(it.at()));
  }

  /**
   * Whether the source of the select that begins in a line can't be read, or has it in no loop, or
   * in one that more can end than the cases that wait for something else than a timer; false if
   * there is no source.
   *
   * @param others how many those are
   */
  static boolean mayEnd(List<String> lines, int line, int others) {
    return !lines.isEmpty()
        && Select.in(lines, line)
            .map(it -> new PollLoop(it.tokens()).hasOtherEnds(it.at(), others))
            .orElse(true);
  }

  /** The tokens of a function, and which of them is a select. */
  private record Select(List<String> tokens, int at) {
    static Optional<Select> in(List<String> lines, int line) {
      int first = Math.min(line, lines.size());
      while (first > 0 && !lines.get(first - 1).startsWith("func ")) {
        first--;
      }
      if (first == 0) {
        return Optional.empty();
      }
      List<String> tokens = new ArrayList<>();
      Matcher token = TOKEN.matcher(GoCode.statement(lines, first));
      int at = first;
      int select = -1;
      while (token.find()) {
        if (token.group().equals("\n")) {
          at++;
        } else if (at == line && token.group().equals("select")) {
          if (select >= 0) {
            return Optional.empty();
          }
          select = tokens.size();
        }
        tokens.add(token.group());
      }
      return select < 0 ? Optional.empty() : Optional.of(new Select(List.copyOf(tokens), select));
    }
  }

  private boolean hasOtherEnds(int select, int others) {
    int open = select + 1;
    int loop = enclosing(select);
    int selectEnd = closing(open);
    int loopEnd = loop < 0 ? -1 : closing(loop);
    if (selectEnd < 0 || loopEnd < 0 || header(loop).isEmpty()) {
      return true;
    }
    List<String> before = all.subList(loop + 1, select);
    List<String> after = all.subList(selectEnd + 1, loopEnd);
    return leaves(before)
        || leaves(after)
        || before.contains("break")
        || after.contains("break")
        || cases(open, selectEnd).stream().filter(one -> leaves(one.body())).count() > others;
  }

  /** Whether code returns, or names what it leaves. */
  private static boolean leaves(List<String> code) {
    return code.contains("return")
        || code.contains("goto")
        || Stream.iterate(0, i -> i + 1 < code.size(), i -> i + 1)
            .anyMatch(i -> code.get(i).equals("break") && isName(code.get(i + 1)));
  }

  private Optional<Cases> around(int select) {
    int open = select + 1;
    int loop = enclosing(select);
    if (loop < 0 || !is(open, "{")) {
      return Optional.empty();
    }
    int selectEnd = closing(open);
    int loopEnd = closing(loop);
    Optional<List<String>> header = header(loop);
    if (selectEnd < 0 || loopEnd < 0 || header.isEmpty()) {
      return Optional.empty();
    }
    readDeclarations(select);
    List<List<String>> repeated = new ArrayList<>();
    repeated.add(header.get());
    repeated.add(all.subList(loop + 1, select));
    repeated.add(all.subList(selectEnd + 1, loopEnd));
    int others = 0;
    int done = 0;
    int own = 0;
    Set<String> limited = limited(all.subList(loop + 1, select));
    Set<String> awaited = new HashSet<>();
    List<Case> cases = cases(open, selectEnd);
    for (Case one : cases) {
      if (one.isTimer()) {
        repeated.add(one.body());
      } else if (one.isDone() && limited.contains(one.awaits().getFirst())) {
        own++;
        repeated.add(one.body());
      } else {
        others++;
        done += one.isDone() ? 1 : 0;
        one.awaits().stream().filter(PollLoop::isName).forEach(awaited::add);
      }
    }
    boolean certain =
        others > 0
            && others < cases.size()
            && cases.stream().allMatch(Case::isReceive)
            && cases.stream()
                .allMatch(one -> one.isDone() || callsAreHarmless(one.awaits(), Set.of()))
            && repeated.stream().allMatch(code -> isHarmless(code, awaited, cancels(repeated)));
    return certain ? Optional.of(new Cases(others, done, own)) : Optional.empty();
  }

  /** A case of the select: what it receives from, and what it does then. */
  private record Case(List<String> communication, List<String> body) {
    /** A send is told from it by what stands before the arrow. */
    boolean isReceive() {
      int arrow = communication.indexOf("<-");
      return arrow == 0
          || (arrow > 0 && communication.get(arrow - 1).equals(":="))
          || (arrow > 0 && communication.get(arrow - 1).equals("=") && !isTimer());
    }

    /** What is received from. */
    List<String> awaits() {
      return communication.subList(communication.indexOf("<-") + 1, communication.size());
    }

    boolean isTimer() {
      String from = String.join("", awaits());
      return from.startsWith("time.After(") || from.matches("[\\w.]+\\.C");
    }

    boolean isDone() {
      return String.join("", awaits()).matches("\\w+(\\.\\w+)*\\.Done\\(\\)");
    }
  }

  private List<Case> cases(int open, int end) {
    List<Case> cases = new ArrayList<>();
    int at = open + 1;
    while (at < end) {
      if (is(at, "case") || is(at, "default")) {
        int colon = next(at, end, Set.of(":"));
        int following = next(colon + 1, end, Set.of("case", "default"));
        cases.add(new Case(all.subList(at + 1, colon), all.subList(colon + 1, following)));
        at = following;
      } else {
        at++;
      }
    }
    return cases;
  }

  /** The next of some tokens that is in no inner braces, brackets or parentheses, or the end. */
  private int next(int from, int end, Set<String> wanted) {
    int depth = 0;
    for (int i = from; i < end; i++) {
      String token = all.get(i);
      if (depth == 0 && wanted.contains(token)) {
        return i;
      }
      depth += "{[(".contains(token) ? 1 : "}])".contains(token) ? -1 : 0;
    }
    return end;
  }

  /** The brace of the innermost block around a token; -1: it is in none. */
  private int enclosing(int token) {
    Deque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < token; i++) {
      if (is(i, "{")) {
        open.push(i);
      } else if (is(i, "}")) {
        open.poll();
      }
    }
    return open.isEmpty() ? -1 : open.peek();
  }

  private int closing(int open) {
    int depth = 0;
    for (int i = open; i < all.size(); i++) {
      depth += is(i, "{") ? 1 : is(i, "}") ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  /** What a loop without condition does before and between its rounds; empty: it is none. */
  private Optional<List<String>> header(int open) {
    int begin = open;
    while (begin > 0 && !Set.of("\n", "{", "}").contains(all.get(begin - 1))) {
      begin--;
    }
    List<String> header = all.subList(begin, open);
    int keyword = header.size() > 2 && header.get(1).equals(":") ? 2 : 0;
    if (header.isEmpty() || !header.get(keyword).equals("for")) {
      return Optional.empty();
    }
    List<String> clauses = header.subList(keyword + 1, header.size());
    int first = clauses.indexOf(";");
    boolean endless =
        clauses.isEmpty()
            || (first >= 0
                && first + 1 < clauses.size()
                && clauses.get(first + 1).equals(";")
                && clauses.lastIndexOf(";") == first + 1);
    return endless ? Optional.of(clauses) : Optional.empty();
  }

  /** The names that the function itself declares, and which of them are timers that it makes. */
  private void readDeclarations(int select) {
    for (int i = all.subList(0, select).lastIndexOf("func"); i < all.size(); i++) {
      if (is(i, ":=")) {
        int begin = i;
        while (begin > 0 && (isName(all.get(begin - 1)) || is(begin - 1, ","))) {
          begin--;
          locals.add(all.get(begin));
        }
        String from = String.join("", all.subList(i + 1, Math.min(i + 5, all.size())));
        if (from.startsWith("time.NewTimer(") || from.startsWith("time.NewTicker(")) {
          timers.add(all.get(i - 1));
        }
      } else if (is(i, "var") && i + 1 < all.size()) {
        locals.add(all.get(i + 1));
      }
    }
  }

  /** The contexts with a limit of time that code makes: {@code ctx, cancel := context.With...}. */
  private static Set<String> limited(List<String> code) {
    return Stream.iterate(3, i -> i + 3 < code.size(), i -> i + 1)
        .filter(i -> code.get(i).equals(":="))
        .filter(i -> code.get(i + 1).equals("context"))
        .filter(i -> LIMITS.contains(code.get(i + 3)))
        .filter(i -> code.get(i - 2).equals(","))
        .map(i -> code.get(i - 3))
        .collect(Collectors.toSet());
  }

  /** The functions that cancel contexts which the loop itself makes. */
  private static Set<String> cancels(List<List<String>> repeated) {
    return repeated.stream()
        .flatMap(code ->
            Stream.iterate(2, i -> i + 3 < code.size(), i -> i + 1)
                .filter(i -> code.get(i).equals(":="))
                .filter(
                    i -> code.get(i + 1).equals("context") && code.get(i + 3).startsWith("With"))
                .filter(i -> code.get(i - 2).equals(","))
                .map(i -> code.get(i - 1)))
        .collect(Collectors.toSet());
  }

  private boolean isHarmless(List<String> code, Set<String> awaited, Set<String> cancels) {
    return code.stream().noneMatch(FORBIDDEN::contains)
        && callsAreHarmless(code, cancels)
        && assignsToLocals(code, awaited);
  }

  private boolean callsAreHarmless(List<String> code, Set<String> cancels) {
    for (int i = 1; i < code.size(); i++) {
      if (code.get(i).equals("(") && !isHarmlessCall(code, i - 1, cancels)) {
        return false;
      }
    }
    return true;
  }

  /** Whether what ends at {@code last}, before a parenthesis, is no call, or a harmless one. */
  private boolean isHarmlessCall(List<String> code, int last, Set<String> cancels) {
    String name = code.get(last);
    if (!isName(name) || KEYWORDS.contains(name)) {
      return !name.equals(")") && !name.equals("]") && !name.equals("}");
    }
    if (last == 0 || !code.get(last - 1).equals(".")) {
      return (BUILT_IN.contains(name) || cancels.contains(name))
          && (cancels.contains(name) || !locals.contains(name));
    }
    if (last < 2 || (last >= 3 && code.get(last - 3).equals("."))) {
      return false;
    }
    String of = code.get(last - 2);
    return switch (name) {
      case "Reset", "Stop" -> timers.contains(of);
      default ->
          !locals.contains(of)
              && ((HARMLESS.contains(of) && !WAKES.contains(name))
                  || (of.equals("context") && MAKE_CONTEXTS.contains(name)));
    };
  }

  private boolean assignsToLocals(List<String> code, Set<String> awaited) {
    for (int i = 0; i < code.size(); i++) {
      if (!ASSIGN.contains(code.get(i)) && !code.get(i).equals(":=")) {
        continue;
      }
      int begin = i;
      while (begin > 0 && !Set.of("\n", ";", "{", "}", ":", "if").contains(code.get(begin - 1))) {
        begin--;
        String token = code.get(begin);
        boolean fine = token.equals(",") || token.equals("_") || locals.contains(token);
        if (!fine || awaited.contains(token)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isName(String token) {
    return NAME.matcher(token).matches();
  }

  private boolean is(int at, String token) {
    return at >= 0 && at < all.size() && all.get(at).equals(token);
  }
}
