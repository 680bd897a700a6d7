package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the two launchers start Java with: {@code harrier} of a clone and {@code bin/harrier} of a
 * release, the scripts themselves. In place of Java is one that writes down its arguments, and that
 * keeps classes, as an empty file, where it is asked to.
 */
final class LauncherTest {
  /** What both launchers read. */
  private static final Path COMMANDS = Path.of("src", "main", "launcher", "commands");

  private static final String JAVA =
      """
      #!/bin/sh
      for word; do
        printf '%%s\\n' "$word" >>'%1$s'
        case $word in
          -XX:AOTCacheOutput=*) [ -e '%1$s.fails' ] || : >"${word#*=}" ;;
        esac
      done
      echo . >>'%1$s'
      """;

  @TempDir private Path directory;

  private Path calls = Path.of("");

  @BeforeEach
  void place() throws Exception {
    directory = directory.toRealPath();
    calls = Files.createFile(directory.resolve("calls"));
  }

  private record Ended(int status, String err) {}

  private ProcessBuilder builder(Path launcher, String... arguments) {
    ProcessBuilder builder = new ProcessBuilder(launcher.toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().put("HARRIER_JAVA_HOME", directory.resolve("jdk").toString());
    builder.environment().merge("PATH", directory.resolve("bin") + ":", (path, own) -> own + path);
    return builder.redirectOutput(directory.resolve("err").toFile()).redirectErrorStream(true);
  }

  private Ended run(Path launcher, String... arguments) throws Exception {
    Path err = directory.resolve("err");
    Process process = builder(launcher, arguments).start();
    process.getOutputStream().close();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), Files.readString(err));
  }

  /** The arguments of each call of Java since the last time. */
  private List<List<String>> started(Path launcher, String... arguments) throws Exception {
    Files.writeString(calls, "");
    Ended ended = run(launcher, arguments);
    assertThat(ended.status()).as(ended.err()).isZero();
    return Stream.of(Files.readString(calls).split("\\n\\.\\n"))
        .map(call -> call.lines().toList())
        .toList();
  }

  private List<String> only(Path launcher, String... arguments) throws Exception {
    List<List<String>> calls = started(launcher, arguments);
    assertThat(calls).hasSize(1);
    return calls.getFirst();
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  // A release.

  private Path release(String name) throws IOException {
    Path home = directory.resolve(name);
    executable(home.resolve("runtime/bin/java"), JAVA.formatted(calls));
    Path script = Path.of("src", "main", "launcher", "release.sh");
    executable(
        home.resolve("bin/harrier"),
        Files.readString(script).replace("@JARS@", "harrier-cli.jar other.jar"));
    Files.createDirectories(home.resolve("lib/server"));
    Files.copy(COMMANDS, home.resolve("lib/commands"));
    Files.createFile(home.resolve("lib/server/lsp.jar"));
    Files.createDirectories(home.resolve("lib/campaign"));
    Files.createFile(home.resolve("lib/campaign/nats.jar"));
    return home.resolve("bin/harrier");
  }

  private static Path home(Path launcher) {
    return launcher.resolve("../..").normalize();
  }

  @Test
  void aReleaseStartsItsOwnJavaWithItsArchive() throws Exception {
    Path harrier = release("with a space");
    String lib = home(harrier) + "/lib";
    List<String> words = only(harrier, "test", "./a b", "-run=^X$");
    assertThat(words)
        .startsWith("@" + lib + "/jvm.options", "-XX:SharedArchiveFile=" + lib + "/classes.jsa")
        .endsWith(
            "-cp",
            lib + "/harrier-cli.jar:" + lib + "/other.jar",
            "dev.harrier.cli.Main",
            "test",
            "./a b",
            "-run=^X$")
        .doesNotContain("-XX:TieredStopAtLevel=1");
    assertThat(words).noneMatch(word -> word.endsWith("vet.options"));
  }

  @ParameterizedTest
  @CsvSource({
    "vet, @LIB/vet.options",
    "fuzz, @LIB/fuzz.options",
    "replay, @LIB/replay.options",
    "check-fix, @LIB/replay.options",
    "probe, @LIB/fuzz.options",
    "test, @LIB/test.options",
    "version, @LIB/replay.options",
    "'test --help', -XX:TieredStopAtLevel=1",
    "'fuzz -h', -XX:TieredStopAtLevel=1",
    "lsp, -Dharrier.launcher=BIN",
    "mcp, -Dharrier.launcher=BIN"
  })
  void someCommandsOfAReleaseHaveOptionsOfTheirOwn(String command, String option) throws Exception {
    Path harrier = release("release");
    String wanted =
        option.replace("LIB", home(harrier) + "/lib").replace("BIN", harrier.toString());
    assertThat(only(harrier, command.split(" "))).contains(wanted);
    String other = command.equals("test") ? "replay" : "test";
    assertThat(only(harrier, other, "./vet", "version", "lsp", "test")).doesNotContain(wanted);
  }

  @ParameterizedTest
  @CsvSource({"lsp, server/lsp", "mcp, server/lsp", "fuzz, campaign/nats", "ui, campaign/nats"})
  void librariesOfSomeCommandsAreBehindThoseThatAreArchived(String command, String library)
      throws Exception {
    Path release = release("release");
    String lib = home(release) + "/lib";
    assertThat(only(release, command))
        .contains("%1$s/harrier-cli.jar:%1$s/other.jar:%1$s/%2$s.jar".formatted(lib, library));
    assertThat(only(cloned(), "report")).contains(app().resolve("lib/harrier-cli.jar").toString());
    assertThat(started(directory.resolve("clone/harrier"), command).getLast())
        .contains("%1$s/harrier-cli.jar:%1$s/%2$s.jar".formatted(app().resolve("lib"), library));
  }

  @Test
  void aReleaseIsFoundThroughLinks() throws Exception {
    Path harrier = release("release");
    Path near = Files.createSymbolicLink(harrier.resolveSibling("h"), Path.of("harrier"));
    Path far = Files.createSymbolicLink(directory.resolve("far"), near);
    assertThat(only(far, "version")).isEqualTo(only(harrier, "version"));
  }

  /** The path of classes could not name its jars. */
  @Test
  void aReleaseBelowAColonSaysWhyItDoesNotStart() throws Exception {
    Ended ended = run(release("a:b"), "version");
    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err())
        .startsWith("harrier: can't start from ")
        .contains("move it to a directory without");
    assertThat(calls).isEmptyFile();
  }

  // A clone.

  /** One that is built. */
  private Path cloned() throws IOException {
    Path root = directory.resolve("clone");
    executable(root.resolve("harrier"), Files.readString(Path.of("..", "harrier")));
    Path launcher = Files.createDirectories(root.resolve("cli/src/main/launcher"));
    Files.copy(COMMANDS, launcher.resolve("commands"));
    Files.createFile(root.resolve("pom.xml"));
    Files.createFile(root.resolve("cli/pom.xml"));
    Files.createDirectories(root.resolve("programs/goroutine-leak"));
    Files.createFile(root.resolve("programs/go.mod"));
    Files.createDirectories(root.resolve("target/app/lib/server"));
    Files.createFile(root.resolve("target/app/lib/harrier-cli.jar"));
    Files.createFile(root.resolve("target/app/lib/server/lsp.jar"));
    Files.createDirectories(root.resolve("target/app/lib/campaign"));
    Files.createFile(root.resolve("target/app/lib/campaign/nats.jar"));
    Files.createFile(root.resolve("target/app/harrier.aot"));
    Files.createFile(root.resolve("target/app/built"));
    Files.setLastModifiedTime(
        root.resolve("target/app/built"), FileTime.from(Instant.now().plus(Duration.ofMinutes(1))));
    executable(directory.resolve("jdk/bin/java"), JAVA.formatted(calls));
    executable(directory.resolve("jdk/bin/javac"), "");
    Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"25.0.3\"\n");
    return root.resolve("harrier");
  }

  private Path app() {
    return directory.resolve("clone/target/app");
  }

  private String cache(String name) {
    return "-XX:AOTCache=" + app().resolve(name);
  }

  /** For fuzz they are the same. */
  @ParameterizedTest
  @ValueSource(strings = {"test", "fuzz"})
  void theFirstTestOfACloneKeepsItsClasses(String command) throws Exception {
    Path harrier = cloned();
    List<List<String>> calls = started(harrier, command, "./...");
    assertThat(calls).hasSize(3);
    assertThat(calls.getFirst()).endsWith("test", "--confirm", "off", "./goroutine-leak/fixed");
    assertThat(calls.get(1))
        .anyMatch(word -> word.startsWith("-XX:AOTCacheOutput=" + app().resolve("test.aot.")))
        .endsWith("test", "--confirm", "off", "./goroutine-leak/bug", "./goroutine-leak/fixed");
    String options = "@%s/clone/cli/src/main/launcher/%s.options".formatted(directory, command);
    assertThat(calls.getLast()).contains(options, cache("test.aot")).endsWith(command, "./...");
    assertThat(only(harrier, command, "./...")).isEqualTo(calls.getLast());
    assertThat(only(harrier, "report")).contains(cache("test.aot")).doesNotContain(options);
    try (Stream<Path> left = Files.list(app())) {
      assertThat(left.map(file -> String.valueOf(file.getFileName())))
          .containsExactlyInAnyOrder("lib", "built", "harrier.aot", "test.aot");
    }
  }

  /** The reason may be one that passes. */
  @Test
  void whatCouldNotBeKeptIsTriedAgainAfterADay() throws Exception {
    Path harrier = cloned();
    Path fails = Files.createFile(directory.resolve("calls.fails"));
    assertThat(started(harrier, "test")).hasSize(3);
    assertThat(app().resolve("test.aot")).doesNotExist();
    assertThat(only(harrier, "test")).contains(cache("harrier.aot"));
    Files.delete(fails);
    assertThat(started(harrier, "test")).hasSize(1);
    Files.setLastModifiedTime(
        app().resolve("test.untrained"), FileTime.from(Instant.now().minus(Duration.ofDays(3))));
    assertThat(started(harrier, "test")).hasSize(3);
    assertThat(only(harrier, "test")).contains(cache("test.aot"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"test --help", "fuzz -h", "version", "report"})
  void whatRunsNoCodeKeepsNothing(String command) throws Exception {
    assertThat(only(cloned(), command.split(" "))).contains(cache("harrier.aot"));
  }

  /** Each cache of classes fits the options it was made with. */
  @Test
  void vetHasOptionsAndClassesOfItsOwn() throws Exception {
    Path harrier = cloned();
    String options = "@" + directory.resolve("clone/cli/src/main/launcher/vet.options");
    List<List<String>> calls = started(harrier, "vet", "./...");
    assertThat(calls).hasSize(2).allSatisfy(call -> assertThat(call).contains(options));
    assertThat(calls.getLast()).contains(cache("vet.aot"));
    assertThat(started(harrier, "test").getLast())
        .contains(cache("test.aot"))
        .doesNotContain(options);
  }

  /** Java opens the jars before the one that has a file, and these have files for each start. */
  @Test
  void whatHasFilesOfItsOwnIsFirst() throws Exception {
    Path harrier = cloned();
    Path lib = app().resolve("lib");
    for (String name : List.of("harrier-base.jar", "harrier-toolchain.jar", "picocli.jar")) {
      Files.createFile(lib.resolve(name));
    }
    assertThat(only(harrier, "report"))
        .contains(
            Stream.of("harrier-cli", "harrier-toolchain", "harrier-base", "picocli")
                .map(name -> lib.resolve(name + ".jar").toString())
                .collect(Collectors.joining(":")));
  }

  @Test
  void aCloneIsFoundThroughALinkAndServersGetTheirLibraries() throws Exception {
    Path harrier = cloned();
    Path link = Files.createSymbolicLink(directory.resolve("link"), harrier);
    assertThat(Files.isRegularFile(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
    String lib = app().resolve("lib").toString();
    assertThat(only(link, "lsp"))
        .contains("-Dharrier.launcher=" + harrier)
        .contains(lib + "/harrier-cli.jar:" + lib + "/server/lsp.jar");
    assertThat(only(link, "report")).contains(lib + "/harrier-cli.jar");
  }

  /** One that was killed before it had written its number left the former lock for ever. */
  @Test
  void aBuildThatWasKilledKeepsNoOtherOneWaiting() throws Exception {
    Path harrier = cloned();
    Files.delete(app().resolve("built"));
    Path started = directory.resolve("started");
    executable(
        directory.resolve("bin/mvn"), "#!/bin/sh\n: >'%s'\nexec sleep 1000\n".formatted(started));
    Process killed = builder(harrier, "report").start();
    while (!Files.exists(started)) {
      assertThat(killed.isAlive()).isTrue();
      Thread.sleep(20);
    }
    List<ProcessHandle> all = killed.descendants().toList();
    killed.destroyForcibly().waitFor();
    all.forEach(ProcessHandle::destroyForcibly);
    Files.createDirectories(directory.resolve("clone/target/build.lock"));

    executable(directory.resolve("bin/mvn"), "#!/bin/sh\nexit 1\n");
    assertThat(run(harrier, "report").err()).contains("harrier: Harrier does not build");
  }

  /** Also where nobody sees a terminal; Maven goes on until the line is there. */
  @Test
  void aBuildSaysHowFarItIs() throws Exception {
    Path harrier = cloned();
    Files.delete(app().resolve("built"));
    executable(
        directory.resolve("bin/mvn"),
        """
        #!/bin/sh
        until grep -q 'harrier: building Harrier: module 2 of 14 ' '%s'; do
          echo '[INFO] Building Harrier base 0.1.0      [2/14]'
          sleep 0.1
        done
        echo 'no such plugin'
        exit 1
        """
            .formatted(directory.resolve("err")));
    assertThat(run(harrier, "report").err())
        .startsWith("harrier: building Harrier (once; ")
        .contains("\nno such plugin\n")
        .contains("harrier: Harrier does not build");
  }
}
