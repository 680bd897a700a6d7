package dev.harrier.tracing.text;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.TestId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The words of one line, taken from left to right. */
final class Words {
  private final int line;
  private List<Word> words;
  private int at;

  Words(int line, List<Word> words) {
    this.line = line;
    this.words = words;
  }

  /** Removes {@code separator} and what follows it from this line and returns what follows it. */
  Words cutAt(String separator) {
    int cut =
        IntStream.range(at, words.size())
            .filter(i -> words.get(i).is(separator))
            .findFirst()
            .orElse(-1);
    if (cut < 0) {
      return new Words(line, List.of());
    }
    Words tail = new Words(line, words.subList(cut + 1, words.size()));
    if (tail.isEmpty()) {
      throw error("expected a stack after " + separator + ", found the end of the line");
    }
    words = words.subList(0, cut);
    return tail;
  }

  boolean isEmpty() {
    return at == words.size();
  }

  boolean nextIs(String bare) {
    return !isEmpty() && words.get(at).is(bare);
  }

  /** Whether the next word is an id such as {@code g12}. */
  boolean nextIsId(char letter) {
    return !isEmpty() && words.get(at).form() == Word.Form.BARE && isId(letter, words.get(at));
  }

  /** Takes the next word if it is {@code bare}. */
  boolean take(String bare) {
    boolean found = nextIs(bare);
    if (found) {
      at++;
    }
    return found;
  }

  void expect(String bare) {
    if (!take(bare)) {
      throw error("expected " + bare + "; found " + found());
    }
  }

  Optional<String> takeBracketed() {
    return !isEmpty() && words.get(at).form() == Word.Form.BRACKETED
        ? Optional.of(words.get(at++).text())
        : Optional.empty();
  }

  String next(String what) {
    if (isEmpty()) {
      throw error("expected " + what + ", found the end of the line");
    }
    return words.get(at++).text();
  }

  String bracketed(String what) {
    return takeBracketed()
        .orElseThrow(() -> error("expected " + what + " in brackets, found " + found()));
  }

  GoroutineId goroutine() {
    return new GoroutineId(id('g', "a goroutine such as g1"));
  }

  ObjectId object() {
    return new ObjectId(id('o', "an object such as o1"));
  }

  /** Parses a word that was taken already. */
  ObjectId object(String word) {
    return new Words(line, List.of(new Word(Word.Form.BARE, word))).object();
  }

  TestId test() {
    return new TestId(Math.toIntExact(id('t', "a test such as t1")));
  }

  long number(String what) {
    String text = next(what);
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      at--;
      throw error("expected " + what + ", found " + found());
    }
  }

  int integer(String what) {
    long number = number(what);
    if (number != (int) number) {
      throw error("expected " + what + " of at most 32 bits, found " + number);
    }
    return (int) number;
  }

  /** The one of {@code choices} whose {@code name} is {@code text}. */
  <T> T choose(String what, String text, Function<T, String> name, List<T> choices) {
    return choices.stream()
        .filter(choice -> name.apply(choice).equals(text))
        .findFirst()
        .orElseThrow(() ->
            error(
                "expected %s (one of: %s), found %s"
                    .formatted(
                        what, choices.stream().map(name).collect(Collectors.joining(", ")), text)));
  }

  <E extends Enum<E>> E choose(String what, Stream<E> choices) {
    return choose(what, next(what), e -> e.name().toLowerCase(Locale.ROOT), choices.toList());
  }

  void end() {
    if (!isEmpty()) {
      throw error("expected the end of the line, found " + found());
    }
  }

  TextFormatException error(String message) {
    return new TextFormatException(line, message);
  }

  String found() {
    return isEmpty() ? "the end of the line" : words.get(at).toString();
  }

  private long id(char letter, String what) {
    if (!nextIsId(letter)) {
      throw error("expected " + what + ", found " + found());
    }
    try {
      return Long.parseLong(words.get(at++).text().substring(1));
    } catch (NumberFormatException e) {
      at--;
      throw error("expected " + what + ", found the too big number " + found());
    }
  }

  private static boolean isId(char letter, Word word) {
    String text = word.text();
    return text.length() > 1
        && text.charAt(0) == letter
        && text.chars().skip(1).allMatch(c -> c >= '0' && c <= '9');
  }
}
