package dev.harrier.report.json;

import java.io.IOException;

/** A document that is not JSON, or not the JSON that was expected; the message says where. */
public class MalformedJsonException extends IOException {
  private static final long serialVersionUID = 1L;

  public MalformedJsonException(String message) {
    super(message);
  }
}
