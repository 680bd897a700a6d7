package dev.harrier.vet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.model.ending.Remark.NotAnalyzed;
import dev.harrier.vet.load.Exporter;
import dev.harrier.vet.load.VetException;
import dev.harrier.vet.load.VetRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be analyzed is named, and never passes for "nothing found". */
final class BadInputTest {
  private static final String RACY =
      """
      package racy

      func F() int {
      	n := 0
      	go func() { n = 1 }()
      	return n
      }
      """;

  @TempDir Path directory;

  @Test
  void packageThatDoesNotTypeCheckIsNamedAndTheOthersAreAnalyzed() throws Exception {
    module();
    write("racy/racy.go", RACY);
    write("broken/broken.go", "package broken\n\nvar X int = \"text\"\n");
    VetResult result = Vet.ofUser().run(VetRequest.everythingIn(directory));
    assertThat(result.findings()).hasSize(1);
    assertThat(result.problems())
        .anySatisfy(p -> {
          assertThat(p.subject()).isEqualTo("example.com/m/broken");
          assertThat(p.position()).contains("broken.go:3");
        });
  }

  @Test
  void dependentOfABrokenPackageIsNamedToo() throws Exception {
    module();
    write("broken/broken.go", "package broken\n\nfunc F() { return 1 }\n");
    write("user/user.go", "package user\n\nimport _ \"example.com/m/broken\"\n");
    write("racy/racy.go", RACY);
    VetResult result = Vet.ofUser().run(VetRequest.everythingIn(directory));
    assertThat(result.problems())
        .extracting(NotAnalyzed::subject)
        .contains("example.com/m/broken", "example.com/m/user");
  }

  @Test
  void whereNoPackageBuildsEachIsNamed() throws Exception {
    module();
    write("broken/broken.go", "package broken\n\nfunc F() { return 1 }\n");
    write("user/user.go", "package user\n\nimport _ \"example.com/m/broken\"\n");
    for (String pattern : List.of("./...", "./broken", "./user")) {
      VetResult result =
          Vet.ofUser()
              .run(
                  new VetRequest(
                      directory,
                      List.of(pattern),
                      List.of(),
                      true,
                      Optional.empty(),
                      Optional.empty(),
                      false));
      assertThat(result.packages()).as(pattern).isZero();
      assertThat(result.problems()).as(pattern).isNotEmpty();
    }
  }

  @Test
  void importCycleIsNamed() throws Exception {
    module();
    write("a/a.go", "package a\n\nimport _ \"example.com/m/b\"\n");
    write("b/b.go", "package b\n\nimport _ \"example.com/m/a\"\n");
    assertThat(problemsOrFailure()).contains("import cycle");
  }

  @Test
  void missingModuleIsNamed() throws Exception {
    module();
    write("a/a.go", "package a\n\nimport _ \"example.org/absent\"\n");
    assertThat(problemsOrFailure()).contains("example.org/absent");
  }

  @Test
  void directoryWithoutModuleIsAnError() throws Exception {
    write("a.go", "package a\n");
    assertThatThrownBy(() -> Vet.ofUser().run(VetRequest.everythingIn(directory)))
        .isInstanceOf(VetException.class)
        .hasMessageContaining("is there a go.mod in");
  }

  @Test
  void patternThatMatchesNothingIsAnError() throws Exception {
    module();
    assertThatThrownBy(() -> Vet.ofUser().run(VetRequest.everythingIn(directory)))
        .isInstanceOf(VetException.class)
        .hasMessageContaining("no packages match ./...");
  }

  @Test
  void packagesWithTestFilesAloneAreAnErrorWithoutTests() throws Exception {
    module();
    write("racy/racy_test.go", RACY);
    assertThat(findings(List.of(), true)).isEqualTo(1);
    assertThatThrownBy(() -> findings(List.of(), false))
        .isInstanceOf(VetException.class)
        .hasMessageContaining("test files only");
  }

  @Test
  void cacheThatCannotBeWrittenIsNamed() throws Exception {
    module();
    write("racy/racy.go", RACY);
    write("file", "");
    Vet vet = new Vet(Exporter.builtBy("go", directory.resolve("file")));
    assertThatThrownBy(() -> vet.run(VetRequest.everythingIn(directory)))
        .isInstanceOf(VetException.class)
        .hasMessageContaining("cannot keep the SSA exporter in")
        .hasMessageContaining("XDG_CACHE_HOME");
  }

  @Test
  void absentDirectoryIsAnError() {
    assertThatThrownBy(() -> Vet.ofUser().run(VetRequest.everythingIn(directory.resolve("no"))))
        .isInstanceOf(VetException.class)
        .hasMessageContaining("expected a directory");
  }

  @Test
  void absentGoIsAnErrorThatSaysWhereToGetIt() {
    Vet vet = new Vet(Exporter.builtBy("no-such-go", directory.resolve("cache")));
    assertThatThrownBy(() -> vet.run(VetRequest.everythingIn(directory)))
        .isInstanceOf(VetException.class)
        .hasMessageContaining("https://go.dev/dl");
  }

  @Test
  void exporterThatDiesIsAnError() throws Exception {
    assertThatThrownBy(() -> runScript("printf 'HSSA\\005'; kill -9 $$"))
        .isInstanceOf(VetException.class)
        .hasMessageContaining("ended with status 137");
  }

  @Test
  void moduleThatGoRefusesIsAnErrorInTheWordsOfGo() throws Exception {
    write("go.mod", "module example.com/m\n\ngo 1.24\n\nrequire golang.org/x/sync v0.24.0\n");
    Path sums = Path.of("..", "programs", "vet", "errgroup", "go.sum");
    write("go.sum", Files.readString(sums));
    write("a.go", "package m\n\nimport _ \"golang.org/x/sync/errgroup\"\n");
    assertThatThrownBy(() -> Vet.ofUser().run(VetRequest.everythingIn(directory)))
        .isInstanceOf(VetException.class)
        .hasMessageContaining("no packages match ./...")
        .hasMessageContaining("go mod tidy");
  }

  @Test
  void exporterThatPanicsIsAnErrorWithItsFirstLine() throws Exception {
    assertThatThrownBy(() -> runScript("echo 'panic: out of luck' >&2; exit 2"))
        .isInstanceOf(VetException.class)
        .hasMessageContaining("status 2")
        .hasMessageContaining("panic: out of luck");
  }

  @Test
  void streamCutShortIsAnErrorEvenIfTheExporterSaysThatAllIsWell() throws Exception {
    assertThatThrownBy(() -> runScript("printf 'HSSA\\005S\\003ab'"))
        .isInstanceOf(VetException.class)
        .hasMessageContaining("before its end");
  }

  @Test
  void exporterThatWritesNothingIsAnError() throws Exception {
    assertThatThrownBy(() -> runScript("true"))
        .isInstanceOf(VetException.class)
        .hasMessageContaining("wrote nothing");
  }

  @Test
  void tagsAndTestsSelectFiles() throws Exception {
    module();
    write("racy/racy.go", "//go:build special\n\n" + RACY);
    write("racy/plain.go", "package racy\n");
    write("racy/racy_test.go", RACY.replace("F()", "G()"));
    assertThat(findings(List.of(), true)).isEqualTo(1);
    assertThat(findings(List.of("special"), true)).isEqualTo(2);
    assertThat(findings(List.of("special"), false)).isEqualTo(1);
  }

  @Test
  void operatingSystemSelectsFiles() throws Exception {
    module();
    write("racy/racy_windows.go", RACY);
    write("racy/plain.go", "package racy\n");
    VetRequest request =
        new VetRequest(
            directory,
            List.of("./..."),
            List.of(),
            false,
            Optional.of("windows"),
            Optional.of("arm64"),
            false);
    assertThat(Vet.ofUser().run(request).findings()).hasSize(1);
  }

  private int findings(List<String> tags, boolean tests) throws VetException {
    VetRequest request =
        new VetRequest(
            directory, List.of("./..."), tags, tests, Optional.empty(), Optional.empty(), false);
    return Vet.ofUser().run(request).findings().size();
  }

  private String problemsOrFailure() {
    try {
      VetResult result = Vet.ofUser().run(VetRequest.everythingIn(directory));
      assertThat(result.problems()).isNotEmpty();
      return result.problems().toString();
    } catch (VetException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private void runScript(String script) throws VetException, IOException {
    Path file = directory.resolve("exporter");
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    new Vet(Exporter.at(file)).run(VetRequest.everythingIn(directory));
  }

  private void module() throws IOException {
    write("go.mod", "module example.com/m\n\ngo 1.24\n");
  }

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }
}
