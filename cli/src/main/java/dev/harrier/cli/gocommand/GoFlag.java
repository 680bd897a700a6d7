package dev.harrier.cli.gocommand;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The flags of {@code go test} that Harrier takes without {@code --}. It hands them on as they are;
 * they mean what they mean to Go.
 */
public enum GoFlag {
  RUN("run", "REGEXP", "Run only the tests that match."),
  SKIP("skip", "REGEXP", "Do not run the tests that match."),
  COUNT("count", "N", "Run each test N times (default 1)."),
  SHORT("short", "", "Shorten long tests."),
  TIMEOUT("timeout", "D", "Time limit of a test binary (default 10m)."),
  BENCH("bench", "REGEXP", "Also run the benchmarks that match."),
  BENCHTIME("benchtime", "T", "Run each benchmark for so long, or so many times (Nx)."),
  BENCHMEM("benchmem", "", "Print what benchmarks allocate."),
  V("v", "", "Print the names and the output of all tests."),
  JSON("json", "", "Print the test output as JSON, with the findings as output of their tests."),
  FAILFAST("failfast", "", "Start no new test after the first failure."),
  SHUFFLE("shuffle", "off|on|N", "Run the tests in random order."),
  PARALLEL("parallel", "N", "Run at most N parallel tests at once."),
  CPU("cpu", "N,...", "Run the tests once with each of these values of GOMAXPROCS."),
  P("p", "N", "Run at most N builds and test binaries at once."),
  RACE("race", "", "Use Go's race detector."),
  TAGS("tags", "TAG,...", "Build tags, separated by commas."),
  MOD("mod", "MODE", "How go.mod is used: readonly, vendor or mod."),
  MODFILE("modfile", "FILE", "Read this instead of go.mod."),
  GCFLAGS("gcflags", "FLAGS", "Flags for the compiler."),
  LDFLAGS("ldflags", "FLAGS", "Flags for the linker."),
  EXEC(
      "exec",
      "RUNNER",
      "Start test binaries with RUNNER, for instance qemu-aarch64 for GOARCH=arm64."),
  BUILDMODE("buildmode", "MODE", "Build this kind of executable: exe or pie."),
  PGO("pgo", "FILE", "Give the compiler this profile."),
  COVER("cover", "", "Measure coverage."),
  COVERMODE("covermode", "MODE", "How coverage is counted: set, count or atomic."),
  COVERPKG("coverpkg", "PATTERNS", "Measure the coverage of these packages."),
  COVERPROFILE("coverprofile", "FILE", "Write the coverage there."),
  VET("vet", "LIST", "Checks of go vet before the tests; off for none.");

  private final String flag;
  private final String label;
  private final String meaning;

  GoFlag(String flag, String label, String meaning) {
    this.flag = flag;
    this.label = label;
    this.meaning = meaning;
  }

  /** The one of that name. */
  static GoFlag named(String name) {
    return Arrays.stream(values()).filter(f -> f.flag.equals(name)).findFirst().orElseThrow();
  }

  private boolean isSwitch() {
    return label.isEmpty();
  }

  /** Makes a command accept some of them, with one hyphen or two. */
  public static void addTo(CommandSpec spec, Set<GoFlag> flags) {
    for (GoFlag flag : flags) {
      OptionSpec.Builder option =
          OptionSpec.builder("-" + flag.flag, "--" + flag.flag).description(flag.meaning);
      spec.addOption(
          flag.isSwitch()
              ? option.type(Boolean.class).arity("0").build()
              : option.type(String.class).arity("1").paramLabel(flag.label).build());
    }
  }

  /** Whether a switch was given, and not as {@code =false}. */
  public boolean isOn(CommandSpec spec) {
    return Boolean.TRUE.equals(value(spec));
  }

  /** What was given, "" if nothing was or the command does not take it. */
  public String text(CommandSpec spec) {
    return String.valueOf(Objects.requireNonNullElse(value(spec), ""));
  }

  private @Nullable Object value(CommandSpec spec) {
    OptionSpec option = spec.findOption("-" + flag);
    return option == null ? null : option.getValue();
  }

  /** What the user gave, as {@code go test} takes it, in the order of this list. */
  public static List<String> given(CommandSpec spec) {
    return given(spec, EnumSet.allOf(GoFlag.class));
  }

  /** Those of {@code flags} that the user gave. */
  public static List<String> given(CommandSpec spec, Set<GoFlag> flags) {
    List<String> given = new ArrayList<>();
    for (GoFlag flag : flags) {
      Object value = flag.value(spec);
      if (value != null) {
        given.add("-" + flag.flag + "=" + value);
      }
    }
    return given;
  }
}
