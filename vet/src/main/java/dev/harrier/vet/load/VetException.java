package dev.harrier.vet.load;

/** Nothing could be analyzed; the message says why and what to do. */
public final class VetException extends Exception {
  public VetException(String message) {
    super(message);
  }

  public VetException(String message, Throwable cause) {
    super(message, cause);
  }
}
