package dev.harrier.cli.git;

/** Git can't say; the message says why, in its words where it has any. */
public final class GitException extends Exception {
  private static final long serialVersionUID = 1;

  GitException(String message) {
    super(message);
  }
}
