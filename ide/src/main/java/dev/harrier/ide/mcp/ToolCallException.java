package dev.harrier.ide.mcp;

/** A tool can't do what it was asked; the message says why and what to do. */
final class ToolCallException extends Exception {
  private static final long serialVersionUID = 1L;

  ToolCallException(String message) {
    super(message);
  }
}
