package dev.harrier.cli;

/**
 * Something that the user can fix; the message says what was expected, what was found, what to do.
 */
final class UserError extends Exception {
  private static final long serialVersionUID = 1L;

  private final ExitStatus status;

  UserError(ExitStatus status, String message) {
    super(message);
    this.status = status;
  }

  /** Bad usage or input. */
  static UserError usage(String message) {
    return new UserError(ExitStatus.USAGE, message);
  }

  ExitStatus status() {
    return status;
  }
}
