package dev.harrier.cli.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The version of this Harrier, which the build wrote next to this class. */
public final class Version {
  private Version() {}

  public static String current() {
    try (InputStream in =
        Objects.requireNonNull(Version.class.getResourceAsStream("version.txt"), "version.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
