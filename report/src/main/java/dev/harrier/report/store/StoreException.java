package dev.harrier.report.store;

/** The store can't do what was asked; the message is for the user. */
public sealed class StoreException extends Exception {
  private static final long serialVersionUID = 1L;

  private StoreException(String message) {
    super(message);
  }

  /** There is no such run, or it can't be read or understood. */
  public static final class Unreadable extends StoreException {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
      super(message);
    }
  }

  /** The store can't be written: no permission, no space. */
  public static final class Unwritable extends StoreException {
    private static final long serialVersionUID = 1L;

    Unwritable(String message) {
      super(message);
    }
  }
}
