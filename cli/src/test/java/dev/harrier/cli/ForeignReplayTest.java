package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.report.store.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replay strings and stored runs that somebody made to have a program of theirs run. */
final class ForeignReplayTest {
  private static final String STRING =
      "harrier2:pkg=%s:test=TestM:%s:strategy=default:seed=1:finding=abcd";

  private static final String LEAK =
      """
      ch := make(chan int)
      go func() { ch <- 1 }()
      """;

  @TempDir private Path directory;

  @BeforeEach
  void module() throws Exception {
    GoModule.at(directory)
        .test("", LEAK)
        .file("evil.sh", "#!/bin/sh\ntouch " + directory.resolve("owned") + "\nexec \"$@\"\n");
    Files.setPosixFilePermissions(
        directory.resolve("evil.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  private void assertRefused(Result result) {
    assertThat(result.status()).as(result.toString()).isEqualTo(2);
    assertThat(result.err().lines()).as(result.toString()).hasSize(1);
    assertThat(result.err()).startsWith("harrier: ");
    assertThat(directory.resolve("owned")).doesNotExist();
  }

  @Test
  void settingsThatRunProgramsAreRefused() throws Exception {
    for (String build :
        List.of(
            "-toolexec%3D./evil.sh",
            "-exec%3D./evil.sh",
            "-race,-vettool%3D./evil.sh",
            "-tags%3Da%0A-toolexec%3D./evil.sh",
            "-modfile%3D..%2Fx.mod")) {
      Result result = harrier("replay", STRING.formatted("example.com/m", "build=" + build));
      assertRefused(result);
      assertThat(result.err()).contains("is not a setting that Harrier takes from others");
    }
  }

  @Test
  void aFileIsNotReadForMoreArguments() throws Exception {
    Files.writeString(
        directory.resolve("words"),
        "-exec=./evil.sh\n" + STRING.formatted("example.com/m", "args="));
    assertRefused(harrier("replay", "@words"));
    assertRefused(harrier("replay", "--", "-exec=./evil.sh"));
  }

  @Test
  void onlyTestsOfTheUsersModulesRun() throws Exception {
    for (String path : List.of("os/exec", "example.com/other", "example.com/m2")) {
      Result result = harrier("replay", STRING.formatted(path, "args="));
      assertRefused(result);
      assertThat(result.err()).contains("change to a clone of that package's module");
    }
  }

  @Test
  void aFileForModulesLiesInTheModule() throws Exception {
    Path outside = Files.createTempFile("harrier", ".mod");
    Files.createSymbolicLink(directory.resolve("link.mod"), outside);
    for (String name : List.of("link.mod", "none.mod")) {
      Result result =
          harrier("replay", STRING.formatted("example.com/m", "build=-modfile%3D" + name));
      assertRefused(result);
      assertThat(result.err()).contains(name + ", which is not a file of this module");
    }
    Files.delete(outside);
  }

  /** Such as -test.cpuprofile, which writes over any file. */
  @Test
  void argumentsOfTheProgramAreTakenFromTheUserOnly() throws Exception {
    Path victim = Files.writeString(directory.resolve("victim"), "dear");
    String argument = "-test.cpuprofile=" + victim;
    String string =
        STRING.formatted(
            "example.com/m",
            "args=-test.short," + argument.replace("=", "%3D").replace("/", "%2F"));
    Result result = harrier("replay", string);
    assertRefused(result);
    assertThat(result.err()).contains("harrier replay " + string.substring(0, 9));
    assertThat(result.err()).endsWith(" -- " + argument + "\n");
    assertThat(victim).content().isEqualTo("dear");

    Result asked = harrier("replay", "-n", "1", string, "--", argument);
    assertThat(asked.status()).as(asked.toString()).isZero();
    assertThat(victim).content().isNotEqualTo("dear");
  }

  @Test
  void aStoredRunThatWasChangedIsDataToEveryCommand() throws Exception {
    assertThat(harrier("fuzz", "--per-test", "2").status()).isEqualTo(1);
    RunStore store = new RunStore(directory.resolve(".harrier"), directory);
    String fingerprint = store.latest().findings().getFirst().fingerprint();
    Path findings = findings();
    String stored = Files.readString(findings);

    Files.writeString(
        findings,
        stored
            .replace(":strategy=", ":build=-toolexec%3D./evil.sh:strategy=")
            .replaceAll(":sum=\\w+", ""));
    Result evil = harrier("replay", fingerprint.substring(0, 8));
    assertRefused(evil);
    assertThat(evil.err()).contains("is not a setting that Harrier takes from others");
    assertThat(harrier("report").status()).isEqualTo(1);

    Files.writeString(findings, stored.replaceAll("\"harrier2:[^\"]*\"", "\"-exec=./evil.sh\""));
    assertRefused(harrier("replay", fingerprint.substring(0, 8)));

    Files.writeString(findings, stored.replace(fingerprint, "-exec=./evil.sh"));
    assertRefused(harrier("replay", fingerprint.substring(0, 8)));
    assertThat(harrier("report", "--format", "json").status()).isEqualTo(1);
    assertThat(directory.resolve("owned")).doesNotExist();
  }

  /** A stored run comes with the executables that it was made with. */
  @Test
  void programsOfAForeignRunAreNotExecuted() throws Exception {
    assertThat(harrier("fuzz", "--per-test", "2").status()).isEqualTo(1);
    RunStore store = new RunStore(directory.resolve(".harrier"), directory);
    String fingerprint = store.latest().findings().getFirst().fingerprint();
    GoModule.at(directory).test("", LEAK.replace("int)", "int, 1)"));
    String gone = "the program of the finding is gone";
    assertThat(harrier("check-fix", fingerprint).out())
        .contains("0 of 10 runs")
        .doesNotContain(gone);

    // What the check has kept for the next one.
    Path program =
        store
            .directory(store.latest().run().id())
            .binaries()
            .resolve("before")
            .resolve("example.com_m.test");
    assertThat(program).exists();
    Files.copy(
        directory.resolve("evil.sh"),
        program,
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    Result result = harrier("check-fix", fingerprint);
    assertThat(result.out()).as(result.toString()).contains(gone);
    assertThat(directory.resolve("owned")).doesNotExist();
  }

  private Path findings() throws Exception {
    try (Stream<Path> files = Files.walk(directory.resolve(".harrier"))) {
      return files.filter(f -> f.endsWith("findings.json")).findFirst().orElseThrow();
    }
  }
}
