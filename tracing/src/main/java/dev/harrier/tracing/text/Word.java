package dev.harrier.tracing.text;

/**
 * A word of a line.
 *
 * @param text without its quotes or brackets
 */
record Word(Form form, String text) {
  enum Form {
    BARE,
    QUOTED,
    BRACKETED
  }

  boolean is(String bare) {
    return form == Form.BARE && text.equals(bare);
  }

  /** Writes {@code text} so that it reads back as one bare or quoted word. */
  static String quote(String text) {
    return needsQuotes(text)
        ? '"'
            + text.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
            + '"'
        : text;
  }

  private static boolean needsQuotes(String text) {
    return text.isEmpty()
        || "\"[#@<".indexOf(text.charAt(0)) >= 0
        || text.equals("...")
        || text.chars().anyMatch(c -> Character.isWhitespace(c) || c == '"' || c == '\\');
  }

  @Override
  public String toString() {
    return switch (form) {
      case BARE, QUOTED -> quote(text);
      case BRACKETED -> '[' + text + ']';
    };
  }
}
