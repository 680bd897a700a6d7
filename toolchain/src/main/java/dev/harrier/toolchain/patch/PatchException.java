package dev.harrier.toolchain.patch;

import java.io.Serial;

/**
 * A file of GOROOT is not laid out as an edit expects. Edits are written for the Go releases that
 * Harrier supports; a vendor's patched Go, or a release newer than Harrier, ends here.
 */
public final class PatchException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  public PatchException(String file, String where, String expected, int found) {
    super(
        "%s, %s: expected to find once: %s; found %d times"
            .formatted(file, where, expected.strip().replaceAll("\\s+", " "), found));
  }
}
