package dev.harrier.vet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.load.VetRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packages load as {@code go vet} loads them. */
final class LoadTest {
  @TempDir private Path directory;

  @Test
  void workspaceModulesSeeEachOther() throws Exception {
    write("go.work", "go 1.24\n\nuse (\n\t./a\n\t./b\n)\n");
    write("a/go.mod", "module example.com/a\n\ngo 1.24\n");
    write("a/a.go", "package a\n\nfunc Start(f func()) { go f() }\n");
    write("b/go.mod", "module example.com/b\n\ngo 1.24\n");
    write("b/b.go", race("b", "import \"example.com/a\"", "a.Start(func() { x = 1 })"));
    assertThat(lines(run(List.of("./a/...", "./b/...")))).containsExactly("b.go:7");
  }

  @Test
  void vendoredPackagesAreFound() throws Exception {
    write("go.mod", "module example.com/m\n\ngo 1.24\n\nrequire example.com/dependency v1.0.0\n");
    write(
        "vendor/modules.txt",
        "# example.com/dependency v1.0.0\n## explicit; go 1.24\nexample.com/dependency\n");
    write("vendor/example.com/dependency/d.go", "package dependency\n\nfunc Use(int) {}\n");
    write(
        "m.go",
        race("m", "import \"example.com/dependency\"", "go func() { x = 1 }(); dependency.Use(x)"));
    assertThat(lines(run(List.of("./...")))).containsExactly("m.go:7");
  }

  @Test
  void cgoFilesKeepTheirPositions() throws Exception {
    write("go.mod", "module example.com/m\n\ngo 1.24\n");
    write(
        "m.go",
        race("m", "// int one() { return 1; }\nimport \"C\"", "go func() { x = int(C.one()) }()"));
    VetResult result = run(List.of("./..."));
    assertThat(result.problems()).isEmpty();
    assertThat(lines(result)).containsExactly("m.go:8");
  }

  @Test
  void systemAndArchitectureChooseTheFiles() throws Exception {
    write("go.mod", "module example.com/m\n\ngo 1.24\n");
    write("m.go", "package m\n");
    write("m_windows.go", race("m", "", "go func() { x = 1 }()"));
    write("m_arm64.go", race("m", "", "go func() { x = 2 }()").replace("Race", "Other"));
    assertThat(run(List.of("./...")).findings()).isEmpty();
    VetResult foreign =
        Vet.ofUser()
            .run(
                new VetRequest(
                    directory,
                    List.of("./..."),
                    List.of(),
                    true,
                    Optional.of("windows"),
                    Optional.of("arm64"),
                    false));
    assertThat(lines(foreign)).containsExactlyInAnyOrder("m_windows.go:7", "m_arm64.go:7");
  }

  @Test
  void testFilesAreLoadedUnlessTheyAreNotWanted() throws Exception {
    write("go.mod", "module example.com/m\n\ngo 1.24\n");
    write("m.go", "package m\n");
    write("m_test.go", race("m", "", "go func() { x = 1 }()"));
    write("x_test.go", race("m_test", "", "go func() { x = 1 }()"));
    assertThat(lines(run(List.of("./..."))))
        .containsExactlyInAnyOrder("m_test.go:7", "x_test.go:7");
    VetResult without =
        Vet.ofUser()
            .run(
                new VetRequest(
                    directory,
                    List.of("./..."),
                    List.of(),
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    false));
    assertThat(without.findings()).isEmpty();
  }

  /** A function whose race is four lines below the last line of its imports. */
  private static String race(String name, String imports, String start) {
    return "package "
        + name
        + "\n\n"
        + imports
        + "\n\nfunc Race() int {\n\tx := 0\n\t"
        + start
        + "\n\treturn x\n}\n";
  }

  private VetResult run(List<String> patterns) throws Exception {
    return Vet.ofUser()
        .run(
            new VetRequest(
                directory, patterns, List.of(), true, Optional.empty(), Optional.empty(), false));
  }

  private static List<String> lines(VetResult result) {
    return result.findings().stream()
        .map(f -> Path.of(f.location().file()).getFileName() + ":" + f.location().line())
        .toList();
  }

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }
}
