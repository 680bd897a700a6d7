package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A controlled run says what it reads from outside, and reads other files if it is given some. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RecordingTest {
  private static final String CONTROL = "5,1,0,0,0";

  private static final String PROGRAM =
      """
      package m

      import (
      	"os"
      	"os/exec"
      	"testing"
      	"time"
      )

      var early = os.Getenv("EARLY")

      func read(name string) string {
      	text, _ := os.ReadFile(name)
      	return string(text)
      }

      func TestReads(t *testing.T) {
      	os.Getenv("ONE")
      	os.LookupEnv("ONE")
      	os.ExpandEnv("$TWO")
      	read("in.txt")
      	read("in.txt")
      	read("none.txt")
      	os.WriteFile("out.txt", nil, 0o600)
      	root, _ := os.OpenRoot("folder")
      	root.Open("deep.txt")
      	root.Close()
      }

      func TestZone(t *testing.T) { time.Now().Local().Zone() }

      func TestAll(t *testing.T) { os.Environ() }

      func TestChild(t *testing.T) { exec.Command("true").Run() }

      // TestGiven fails where it reads what is there.
      func TestGiven(t *testing.T) {
      	if read("in.txt") != "given" || read("./in.txt") != "as it is" {
      		t.Error(read("in.txt"), read("./in.txt"))
      	}
      	if info, err := os.Stat("in.txt"); err != nil || info.Size() != 5 {
      		t.Error(info, err)
      	}
      	if _, err := os.Stat("absent.txt"); !os.IsNotExist(err) {
      		t.Error(err)
      	}
      	root, _ := os.OpenRoot("folder")
      	deep, err := root.ReadFile("deep.txt")
      	if string(deep) != "given" {
      		t.Error(string(deep), err)
      	}
      }

      // TestOwn fails where it does not read what it has written.
      func TestOwn(t *testing.T) {
      	os.WriteFile("in.txt", []byte("own"), 0o600)
      	if text := read("in.txt"); text != "own" {
      		t.Error(text)
      	}
      	os.WriteFile("new.txt", []byte("new"), 0o600)
      	os.Rename("new.txt", "absent.txt")
      	if text := read("absent.txt"); text != "new" {
      		t.Error(text)
      	}
      }
      """;

  private CompiledTest test;
  private Path reads;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    Path real = directory.toRealPath();
    test = CompiledTest.controlled(real, PROGRAM);
    reads = real.resolve("reads");
  }

  @BeforeEach
  void files() throws Exception {
    Files.createDirectories(test.directory().resolve("folder"));
    Files.writeString(test.directory().resolve("folder/deep.txt"), "as it is");
    Files.writeString(test.directory().resolve("in.txt"), "as it is");
    Files.writeString(test.directory().resolve("absent.txt"), "there now");
    Files.deleteIfExists(reads);
  }

  private List<String> names(String name) throws Exception {
    test.with(Map.of("HARRIER_READS", reads.toString())).run(CONTROL, "", "^Test" + name + "$");
    return List.of(Files.readString(reads).split("\0", -1));
  }

  private String file(String name) {
    return "F" + test.directory().resolve(name);
  }

  @Test
  void whatIsReadIsNamedOnce() throws Exception {
    assertThat(names("Reads"))
        .containsOnlyOnce("EEARLY", "EONE", "ETWO", file("in.txt"), file("none.txt"))
        .containsOnlyOnce(file("folder/deep.txt"))
        .doesNotContain(file("out.txt"), "E");
  }

  @Test
  void theTimeZoneIsAVariableOrAFile() throws Exception {
    assertThat(names("Zone")).contains("ETZ", "F/etc/localtime");
  }

  @Test
  void theEnvironmentIsReadAsAWholeByTheProgramOnly() throws Exception {
    assertThat(names("All")).contains("E");
    Files.delete(reads);
    assertThat(names("Child")).contains("EEARLY").doesNotContain("E");
  }

  private boolean failsGiven(String name) throws Exception {
    Path copy = Files.writeString(test.directory().resolve("copy"), "given");
    Path pairs = test.directory().resolve("pairs");
    Files.writeString(
        pairs,
        String.join(
            "\0",
            test.directory().resolve("in.txt").toString(),
            copy.toString(),
            test.directory().resolve("absent.txt").toString(),
            test.directory().resolve("nothing").toString(),
            test.directory().resolve("folder/deep.txt").toString(),
            copy + "\0"));
    return test.with(Map.of("HARRIER_GIVEN", pairs.toString()))
        .fails(CONTROL, "^Test" + name + "$");
  }

  @Test
  void aFileIsReadFromWhereTheRunIsToldTo() throws Exception {
    assertThat(test.fails(CONTROL, "^TestGiven$")).isTrue();
    assertThat(failsGiven("Given")).isFalse();
    assertThat(test.directory().resolve("in.txt")).hasContent("as it is");
  }

  @Test
  void whatTheProgramChangesItReads() throws Exception {
    assertThat(failsGiven("Own")).isFalse();
    assertThat(test.directory().resolve("in.txt")).hasContent("own");
    assertThat(test.directory().resolve("copy")).hasContent("given");
  }

  /** What is recorded is no part of the schedule: the trace is the same. */
  @Test
  void theTraceIsTheSame() throws Exception {
    Execution plain = test.run(CONTROL, "", "^TestReads$");
    Execution recorded =
        test.with(Map.of("HARRIER_READS", reads.toString())).run(CONTROL, "", "^TestReads$");
    assertThat(recorded.text()).isEqualTo(plain.text());
  }
}
