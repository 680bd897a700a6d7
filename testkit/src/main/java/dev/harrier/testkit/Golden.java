package dev.harrier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Expected output in a file under {@code src/test/resources/golden} of the module under test.
 * {@code mvn test -Dgolden.refresh} writes the files again; the difference is then reviewed like
 * any other change.
 */
public final class Golden {
  private static final Path DIRECTORY = Path.of("src", "test", "resources", "golden");

  private Golden() {}

  /** Fails unless {@code actual} is what the file {@code name} has. */
  public static void assertMatches(String name, String actual) throws IOException {
    assertMatches(DIRECTORY.resolve(name), actual);
  }

  /** The same of any file. */
  public static void assertMatches(Path file, String actual) throws IOException {
    if (System.getProperty("golden.refresh") != null) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, actual);
    }
    assertThat(file).as("no golden file; -Dgolden.refresh makes it").exists();
    assertThat(actual)
        .as("differs from %s; -Dgolden.refresh accepts it", file)
        .isEqualTo(Files.readString(file));
  }
}
