package dev.harrier.toolchain.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.usage.ConcurrencyUsage;
import dev.harrier.model.usage.UsageKind;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UsageScannerTest {
  @TempDir Path directory;
  @TempDir Path cache;

  @BeforeEach
  void module() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
  }

  private Usages scan(List<String> buildFlags, String... patterns) throws Exception {
    GoToolchain go = GoToolchain.find(directory, System.getenv());
    return new UsageScanner(go, cache)
        .scan(
            new UsageRequest(
                directory, List.of(patterns), buildFlags, Optional.empty(), true, false));
  }

  @Test
  void readsFilesOfThePackageAndItsTests() throws Exception {
    String file = Files.writeString(directory.resolve("m.go"), selecting("")).toString();
    assertThat(scan(List.of()))
        .isEqualTo(
            new Usages(
                List.of(
                    new ConcurrencyUsage(
                        file,
                        4,
                        UsageKind.SELECT,
                        List.of(
                            new ConcurrencyUsage.Case(Direction.SEND, 6),
                            new ConcurrencyUsage.Case(Direction.RECEIVE, 5)),
                        true,
                        Optional.empty())),
                List.of()));
  }

  @Test
  void keepsToBuildFlags() throws Exception {
    Files.writeString(directory.resolve("m.go"), "package m\n");
    Files.writeString(directory.resolve("x.go"), selecting("//go:build extra\n\n"));
    assertThat(scan(List.of()).all()).isEmpty();
    assertThat(scan(List.of("-tags=extra")).all()).hasSize(1);
  }

  @Test
  void saysInOneLineWhyAPackageIsNotWhole() throws Exception {
    Files.writeString(directory.resolve("m.go"), "package m\n\nfunc F() int { return \"x\" }\n");
    Files.writeString(
        directory.resolve("m_test.go"),
        "package m\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { F() }\n");
    assertThat(scan(List.of()).problems())
        .isNotEmpty()
        .allMatch(
            p -> p.startsWith("example.com/m: ") && !p.contains("\n"),
            "one line, the package first")
        .allMatch(p -> p.contains("m.go:3:"));
  }

  @Test
  void namesAPackageThatIsNotThere() throws Exception {
    assertThat(scan(List.of(), "./absent").problems())
        .singleElement()
        .asString()
        .contains("./absent", "not found");
  }

  @Test
  void saysWhatGoSaysOfABadFlag() {
    assertThatThrownBy(() -> scan(List.of("-frobnicate")))
        .isInstanceOf(ToolchainException.class)
        .hasMessageContaining("frobnicate");
  }

  private static String selecting(String head) {
    return head
        + """
        package m

        func f(a, b chan int) {
        \tselect {
        \tcase <-a:
        \tcase b <- 1:
        \tdefault:
        \t}
        }
        """;
  }
}
