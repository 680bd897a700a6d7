package dev.harrier.report.text;

/** Paints text for a terminal, or leaves it plain. */
public enum Palette {
  PLAIN,
  ANSI;

  /** What a piece of text is. */
  enum Ink {
    PLACE("1"),
    PROVEN("1;31"),
    SUSPECTED("1;33"),
    LABEL("36"),
    QUOTED("1"),
    ASIDE("2"),
    GOOD("32");

    private final String code;

    Ink(String code) {
      this.code = code;
    }
  }

  String paint(Ink ink, String text) {
    return switch (this) {
      case PLAIN -> text;
      case ANSI -> "\u001b[" + ink.code + "m" + text + "\u001b[0m";
    };
  }
}
