package dev.harrier.tracing.text;

/** A line of a text trace does not follow the text form; the message names the line. */
public final class TextFormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  TextFormatException(int line, String message) {
    super("line " + line + ": " + message);
  }
}
