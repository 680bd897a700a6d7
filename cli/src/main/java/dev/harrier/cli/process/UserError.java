package dev.harrier.cli.process;

/**
 * Something that the user can fix; the message says what was expected, what was found, what to do.
 */
public final class UserError extends Exception {
  private static final long serialVersionUID = 1L;

  private final ExitStatus status;

  public UserError(ExitStatus status, String message) {
    super(message);
    this.status = status;
  }

  /** Bad usage or input. */
  public static UserError usage(String message) {
    return new UserError(ExitStatus.USAGE, message);
  }

  public ExitStatus status() {
    return status;
  }
}
