package dev.harrier.tracing.text;

import java.util.ArrayList;
import java.util.List;

/** Splits a line into words. */
final class Lexer {
  private final String text;
  private final int line;
  private int at;

  private Lexer(int line, String text) {
    this.line = line;
    this.text = text;
  }

  static List<Word> split(int line, String text) {
    return new Lexer(line, text).words();
  }

  private List<Word> words() {
    List<Word> words = new ArrayList<>();
    while (true) {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      if (at == text.length() || text.charAt(at) == '#') {
        return words;
      }
      words.add(
          switch (text.charAt(at)) {
            case '"' -> quoted();
            case '[' -> bracketed();
            default -> bare();
          });
    }
  }

  private Word bare() {
    int start = at;
    while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return new Word(Word.Form.BARE, text.substring(start, at));
  }

  private Word bracketed() {
    int end = text.indexOf(']', at);
    if (end < 0) {
      throw new TextFormatException(line, "expected a ] that closes the [ before " + rest());
    }
    String inside = text.substring(at + 1, end);
    at = end + 1;
    return new Word(Word.Form.BRACKETED, inside.strip());
  }

  private Word quoted() {
    StringBuilder content = new StringBuilder();
    for (int i = at + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        at = i + 1;
        return new Word(Word.Form.QUOTED, content.toString());
      }
      if (c == '\\' && i + 1 < text.length()) {
        i++;
        c =
            switch (text.charAt(i)) {
              case 'n' -> '\n';
              case 'r' -> '\r';
              default -> text.charAt(i);
            };
      }
      content.append(c);
    }
    throw new TextFormatException(line, "expected a closing quote after " + rest());
  }

  private String rest() {
    return text.substring(at + 1);
  }
}
