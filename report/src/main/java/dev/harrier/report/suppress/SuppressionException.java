package dev.harrier.report.suppress;

/** The user's {@code .harrier.toml} can't be understood. The message says where and why. */
public final class SuppressionException extends Exception {
  private static final long serialVersionUID = 1;

  SuppressionException(String message) {
    super(message);
  }
}
