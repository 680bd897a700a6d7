package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.toolchain.driver.GoToolchain;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A leak is found however its program is put together, and the program builds as without Harrier.
 */
final class BuildModesTest {
  @TempDir private Path directory;

  private static final String LEAK = "ch := make(chan int)\ngo func() { ch <- 1 }()";

  /** A package with a function that leaves a goroutine behind, in line 4. */
  private static String leaking(String name) {
    return """
    package %s

    func Start(ch chan int) {
    	go func() { ch <- 1 }()
    }
    """
        .formatted(name);
  }

  private static HarrierProcess offline(Path at) {
    return new HarrierProcess(at).with("GOPROXY", "off").with("GOFLAGS", "");
  }

  private static void assertFound(Result result, String place) {
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("(?m)^" + place.replace(".", "\\.") + ":\\d+: goroutine-leak: ");
    assertThat(result.out()).contains("harrier: 1 finding ");
  }

  private static void assumeCompilerOfC() {
    boolean there =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "gcc")));
    assumeTrue(there, "cgo needs gcc");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-cover", "-buildmode=pie", "-gcflags=-N -l", "-ldflags=-s -w"})
  void aFlagOfGoBuild(String flag) throws Exception {
    GoModule.at(directory).test("", LEAK);
    Result result = offline(directory).call("test", flag);
    assertFound(result, "m_test.go:9");
    if (flag.equals("-cover")) {
      assertThat(result.out()).contains("coverage: ");
    }
  }

  @Test
  void pathsThatTheBuildTrims() throws Exception {
    GoModule.at(directory).test("", LEAK);
    assertFound(offline(directory).call("test", "--", "-trimpath"), "example.com/m/m_test.go:9");
  }

  @Test
  void theRaceDetector() throws Exception {
    assumeCompilerOfC();
    GoModule.at(directory).test("", LEAK);
    assertFound(offline(directory).call("test", "-race"), "m_test.go:9");
  }

  @Test
  void codeInC() throws Exception {
    assumeCompilerOfC();
    GoModule.at(directory)
        .test("", "ch := make(chan int)\ngo func() { ch <- twice(1) }()")
        .file(
            "c.go",
            """
            package m

            // static int twice(int n) { return 2 * n; }
            import "C"

            func twice(n int) int { return int(C.twice(C.int(n))) }
            """);
    assertFound(offline(directory).call("test"), "m_test.go:9");
  }

  @Test
  void tagsAndFilesOfOtherSystems() throws Exception {
    GoModule.at(directory)
        .test("", "Start(make(chan int))")
        .file("special.go", "//go:build special\n\n" + leaking("m"))
        .file("plain.go", "//go:build !special\n\npackage m\n\nfunc Start(chan int) {}\n")
        .file("m_windows.go", "package m\n\nfunc Start() { this is not Go }\n");
    assertFound(offline(directory).call("test", "-tags", "special"), "special.go:6");
    assertThat(offline(directory).call("test").status()).isEqualTo(0);
  }

  @Test
  void testsThatNeedATagAreNamedWhereTheyAreLeftOut() throws Exception {
    String tagged = "//go:build special && linux\n\n";
    GoModule module = GoModule.at(directory).test("", LEAK);
    String test = Files.readString(directory.resolve("m_test.go"));
    module.file("m_test.go", tagged + test).file("m.go", "package m\n");
    Files.createDirectory(directory.resolve("only"));
    module.file("only/o_test.go", tagged + test).file("m_windows_test.go", "package m\n");
    String note = "2 test files were left out: -tags=special builds m_test.go, only/o_test.go";
    for (String[] command : new String[][] {{"test", "./..."}, {"fuzz", "./..."}}) {
      Result result = offline(directory).call(command);
      assertThat(result.status()).as(result.toString()).isZero();
      assertThat(result.out()).contains(note);
    }
    Result run = offline(directory).call("test", "./...", "--", "-tags", "special");
    assertThat(run.status()).as(run.toString()).isEqualTo(1);
    assertThat(run.out()).doesNotContain("left out").contains("-tags=special");
  }

  @ParameterizedTest
  @ValueSource(strings = {"test", "fuzz"})
  void anOverlayOfTheUsersIsPutTogetherWithHarriers(String command) throws Exception {
    Path goroot = GoToolchain.installed(directory, System.getenv()).goroot();
    GoModule module =
        GoModule.at(directory)
            .test("", "Start(make(chan int))")
            .file("m.go", "package m\n\nfunc Start(chan int) {}\n")
            .file("m.go.txt", leaking("m"))
            .file("o.json", "{\"Replace\": {\"m.go\": \"m.go.txt\"}}");
    HarrierProcess harrier = offline(directory).with("GOFLAGS", "-overlay=o.json");
    String[] words =
        command.equals("fuzz") ? new String[] {"fuzz", "--execs", "10"} : new String[] {command};
    assertFound(harrier.call(words), "m.go:4");

    module.file(
        "o.json", "{\"Replace\": {\"%s/src/runtime/proc.go\": \"m.go.txt\"}}".formatted(goroot));
    for (String flags : List.of("-overlay=o.json", "-overlay=none.json")) {
      Result refused = harrier.with("GOFLAGS", flags).call(command);
      assertThat(refused.status()).as(refused.toString()).isEqualTo(2);
      assertThat(refused.err().lines()).as(refused.toString()).hasSize(1);
    }
  }

  @Test
  void genericCode() throws Exception {
    GoModule.at(directory)
        .test("", "later(make(chan string), \"a\")")
        .file(
            "later.go",
            """
            package m

            func later[T any](ch chan T, value T) {
            	go func() { ch <- value }()
            }
            """);
    assertFound(offline(directory).call("test"), "later.go:4");
  }

  /** What is vendored is not the user's code: the finding stands where that calls it. */
  @Test
  void aVendoredModule() throws Exception {
    GoModule module =
        GoModule.at(directory)
            .file("go.mod", "module example.com/m\n\ngo 1.24\n\nrequire example.com/dep v1.2.3\n")
            .test("example.com/dep", "dep.Start(make(chan int))");
    Path dependency = Files.createDirectories(directory.resolve("vendor/example.com/dep"));
    Files.writeString(dependency.resolve("dep.go"), leaking("dep"));
    module.file(
        "vendor/modules.txt", "# example.com/dep v1.2.3\n## explicit; go 1.24\nexample.com/dep\n");
    assertFound(offline(directory).call("test"), "m_test.go:9");
  }

  @Test
  void aWorkspace() throws Exception {
    Path main = directory.resolve("main");
    GoModule.at(main).test("example.com/dep", "dep.Start(make(chan int))");
    Path dependency = Files.createDirectories(directory.resolve("dep"));
    Files.writeString(dependency.resolve("go.mod"), "module example.com/dep\n\ngo 1.24\n");
    Files.writeString(dependency.resolve("dep.go"), leaking("dep"));
    Files.writeString(directory.resolve("go.work"), "go 1.24\n\nuse (\n\t./dep\n\t./main\n)\n");
    assertFound(offline(main).call("test"), directory + "/dep/dep.go:4");
  }
}
