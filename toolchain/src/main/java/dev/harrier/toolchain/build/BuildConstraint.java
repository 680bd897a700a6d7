package dev.harrier.toolchain.build;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The line {@code //go:build} of a Go file, as package {@code go/build/constraint} defines it.
 *
 * @param text behind {@code //go:build}
 */
record BuildConstraint(String text) {
  /** Only above the package clause, where nothing but comments and empty lines may stand. */
  private static final Pattern LINE =
      Pattern.compile(
          "\\A\\uFEFF?(?:\\s*(?://(?!go:build ).*|/\\*(?s:.*?)\\*/)?(?:\\R|\\z))*+//go:build (.+)");

  private static final Pattern TOKEN = Pattern.compile("\\s*(\\(|\\)|!|&&|\\|\\||[\\w.\\p{L}]+)");

  /** That of a source; empty if it has none. */
  static Optional<BuildConstraint> in(String source) {
    Matcher line = LINE.matcher(source);
    return line.lookingAt()
        ? Optional.of(new BuildConstraint(line.group(1).strip()))
        : Optional.empty();
  }

  /** The tags that it names. */
  Set<String> tags() {
    Set<String> tags = new LinkedHashSet<>();
    tokens().stream().filter(t -> !"()!&&||".contains(t)).forEach(tags::add);
    return tags;
  }

  /** Whether a file with it is built; not if it can't be read, which {@code go} complains of. */
  boolean isMet(Predicate<? super String> isSet) {
    Evaluation evaluation = new Evaluation(tokens(), isSet);
    boolean met = evaluation.or();
    return met && evaluation.at == evaluation.tokens.size();
  }

  private List<String> tokens() {
    List<String> tokens = new ArrayList<>();
    Matcher token = TOKEN.matcher(text);
    int at = 0;
    while (at < text.length() && token.region(at, text.length()).lookingAt()) {
      tokens.add(token.group(1));
      at = token.end();
    }
    return tokens;
  }

  /** Reads and evaluates at once; both sides of an operator are read, whatever the first is. */
  private static final class Evaluation {
    private final List<String> tokens;
    private final Predicate<? super String> isSet;
    private int at;

    Evaluation(List<String> tokens, Predicate<? super String> isSet) {
      this.tokens = tokens;
      this.isSet = isSet;
    }

    private boolean takes(String token) {
      if (at < tokens.size() && tokens.get(at).equals(token)) {
        at++;
        return true;
      }
      return false;
    }

    boolean or() {
      boolean value = and();
      while (takes("||")) {
        value |= and();
      }
      return value;
    }

    private boolean and() {
      boolean value = not();
      while (takes("&&")) {
        value &= not();
      }
      return value;
    }

    private boolean not() {
      if (takes("!")) {
        return !not();
      }
      if (takes("(")) {
        boolean value = or();
        return takes(")") && value;
      }
      return at < tokens.size() && isSet.test(tokens.get(at++));
    }
  }
}
