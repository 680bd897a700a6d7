package dev.harrier.toolchain.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.patch.Extent;
import dev.harrier.toolchain.patch.Overlay;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the linker is asked for, with an overlay that replaces nothing, and what an end leaves. */
final class GoBuildTest {
  private static final String SET = "-X=example.com/m.said=by-the-linker";
  private static final String DWARF = ".debug_info";

  @TempDir private Path directory;

  @BeforeEach
  void write() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
    Files.writeString(
        directory.resolve("m_test.go"),
        """
        package m

        import "testing"

        var said = "by the source"

        func TestSaid(t *testing.T) { t.Log(said) }
        """);
    Files.writeString(directory.resolve("overlay.json"), "{\"Replace\": {}}");
  }

  private GoBuild build(String goflags, List<String> flags) throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("GOFLAGS", goflags);
    GoToolchain go = GoToolchain.installed(directory, environment);
    Overlay empty =
        new Overlay(directory.resolve("overlay.json"), 0, Extent.CONTROL, Optional.empty());
    return new GoBuild(go, List.of(Instrumentation.none(empty)), directory, flags);
  }

  private String test(String goflags, List<String> flags) throws Exception {
    GoBuild build = build(goflags, flags);
    Path executable = directory.resolve("m.test");
    build.test(build.packages(List.of(".")).getFirst(), executable);
    return new String(Files.readAllBytes(executable), StandardCharsets.ISO_8859_1);
  }

  @Test
  void aTestIsLinkedWithoutDwarfAsGoTestDoes() throws Exception {
    assertThat(test("", List.of())).doesNotContain(DWARF);
  }

  /** One that does not build is left to be built by itself, as is one with the name of another. */
  @Test
  void testsAreBuiltTogetherAsFarAsThatGoes() throws Exception {
    for (String path : List.of("a", "b", "c/a", "broken", "d/v2")) {
      Path made = Files.createDirectories(directory.resolve(path));
      String more = path.equals("broken") ? "var _ = nothing\n" : "";
      Files.writeString(
          made.resolve("m_test.go"),
          "package m\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) {}\n" + more);
    }
    GoBuild build = build("", List.of());
    Map<GoPackage, Path> executables = new LinkedHashMap<>();
    for (GoPackage one : build.packages(List.of("./..."))) {
      Path file = directory.resolve(one.importPath().replace('/', '_') + ".test");
      executables.put(one, file);
    }
    assertThat(build.tests(executables))
        .extracting(GoPackage::importPath)
        .containsExactlyInAnyOrder(
            "example.com/m", "example.com/m/a", "example.com/m/b", "example.com/m/d/v2");
    assertThat(directory.resolve("example.com_m_a.test")).isExecutable();
    assertThat(directory.resolve("example.com_m_d_v2.test")).isExecutable();
    assertThat(directory.resolve("example.com_m_c_a.test")).doesNotExist();
    assertThat(directory.resolve("example.com_m_broken.test")).doesNotExist();
  }

  @Test
  void whenItIsCanceledGoIsNotBlamedForWhatItDidNotSay() throws Exception {
    GoBuild build = build("", List.of());
    build.cancel();
    assertThat(build.packages(List.of("."))).isEmpty();
  }

  @Test
  void flagsOfTheUserForTheLinkerAreAllThatItGets() throws Exception {
    assertThat(test("", List.of("-ldflags=" + SET))).contains(DWARF, "by-the-linker");
    assertThat(test("-ldflags=" + SET, List.of())).contains(DWARF, "by-the-linker");
  }
}
