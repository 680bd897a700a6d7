package dev.harrier.toolchain.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LeftOutTestsTest {
  @TempDir private Path directory;

  private Set<String> needed(String name, String source, String... tags) throws Exception {
    Path file = Files.writeString(directory.resolve(name), source);
    List<LeftOutTests.Needing> needing =
        new LeftOutTests(Set.of(tags), "linux", "amd64").among(List.of(file));
    return needing.isEmpty() ? Set.of() : needing.getFirst().tags();
  }

  @ParameterizedTest
  @CsvSource({
    "integration, integration",
    "integration && linux, integration",
    "integration && !race, integration",
    "(a || b) && c, b c",
    "a && b, a b",
    "integration || windows, integration",
    "!windows && e2e, e2e",
    "integration && windows, ''",
    "windows, ''",
    "!integration, ''",
    "ignore, ''",
    "race, ''",
    "linux, ''",
    "unix && go1.20, ''",
    "given, ''",
    "!given, ''",
    "given && more, more",
    "!(a), ''",
    "a &&, ''",
    "a b, ''"
  })
  void aConstraintNamesTheTagsThatItNeeds(String constraint, String needed) throws Exception {
    assertThat(needed("m_test.go", "//go:build " + constraint + "\n\npackage m\n", "given"))
        .isEqualTo(needed.isEmpty() ? Set.of() : Set.of(needed.split(" ")));
  }

  @Test
  void aConstraintComesBeforeThePackageClause() throws Exception {
    assertThat(needed("m_test.go", "// License\n\n/* more\n */\n\n//go:build e2e\n\npackage m\n"))
        .containsExactly("e2e");
    assertThat(needed("m_test.go", "package m\n\n//go:build e2e\n")).isEmpty();
    assertThat(needed("m_test.go", "package m\n")).isEmpty();
    assertThat(needed("m_test.go", "")).isEmpty();
  }

  @Test
  void onlyTestsOfThisSystemCount() throws Exception {
    String source = "//go:build e2e\n\npackage m\n";
    List<String> needing = new ArrayList<>();
    for (String name :
        List.of(
            "m.go",
            "m_windows_test.go",
            "m_linux_test.go",
            "m_linux_arm64_test.go",
            "m_linux_amd64_test.go",
            "linux_test.go",
            "_m_test.go",
            "m_x_test.go")) {
      if (!needed(name, source).isEmpty()) {
        needing.add(name);
      }
    }
    assertThat(needing)
        .containsExactly(
            "m_linux_test.go", "m_linux_amd64_test.go", "linux_test.go", "m_x_test.go");
  }
}
