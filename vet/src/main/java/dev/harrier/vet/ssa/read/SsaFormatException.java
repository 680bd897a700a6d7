package dev.harrier.vet.ssa.read;

import java.io.IOException;

/** The stream is not what {@code docs/internals/ssa-format.md} specifies, or it ends early. */
public final class SsaFormatException extends IOException {
  public SsaFormatException(String message) {
    super(message);
  }
}
