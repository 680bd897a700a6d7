package dev.harrier.toolchain.run;

import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.harrier.model.finding.TargetFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the output of {@code go test} says about how the run ended. The exit status by itself does
 * not distinguish a failed build from a failed test, nor a mistyped pattern from either.
 */
final class GoOutput {
  private static final List<String> BAD_USAGE =
      List.of(
          "matched no packages",
          "no packages to test",
          "flag provided but not defined",
          "go: unknown flag",
          "does not contain main module",
          "does not contain modules listed in go.work",
          "requires cgo; enable cgo",
          "main module (",
          "no required module provides package",
          "is not in std",
          "no Go files in",
          "directory not found",
          "no such file or directory",
          "malformed import path",
          "invalid value ");

  /** How the compiler heads its messages about a package that Harrier's hooks are in. */
  private static final Pattern HOOKED =
      Pattern.compile("# (runtime|sync|internal/sync|context|testing)");

  /** How the go command heads the messages of the vet that it runs before tests. */
  private static final Pattern VETTED = Pattern.compile("(?:# |.*\"Output\":\"# )\\[.*");

  /** Also messages of a build, by compiler, linker or vet. */
  private static final Pattern HEADED = Pattern.compile("(?:# |.*\"Output\":\"# ).*");

  /** Where the compiler and the importer point: such a line is about code, not about arguments. */
  private static final Pattern IN_CODE =
      Pattern.compile("(?:\\S+|.*\"Output\":\"\\S+)\\.go:\\d+.*");

  /** The panic by which package testing ends a process that is over its time. */
  private static final Pattern TIMED_OUT =
      Pattern.compile("panic: test timed out after (?:(\\d+)h)?(?:(\\d+)m)?(?:([\\d.]+)(m?)s)?");

  private final List<String> badUsage = new ArrayList<>();
  private boolean hooksFailed;
  private boolean setupFailed;
  private boolean buildFailed;
  private boolean codeNamed;
  private boolean vetSpeaks;
  private boolean vetFailed;
  private boolean compilerFailed;
  private boolean testFailed;
  private boolean lost;
  private Optional<Duration> timeLimit = Optional.empty();
  private Optional<RefusedPattern> refused = Optional.empty();

  /** One of the streams that {@code go test} writes to, whose lines are its own. */
  final class Stream {
    private static final int LONGEST = 4096;

    private final StringBuilder line = new StringBuilder();

    /** Takes the next piece of output; called by the thread that copies the stream. */
    void see(String piece) {
      for (int i = 0; i < piece.length(); i++) {
        char c = piece.charAt(i);
        if (c == '\n') {
          end();
        } else if (line.length() < LONGEST) {
          line.append(c);
        }
      }
    }

    /** The stream has ended; its last line need not have. */
    void end() {
      if (!line.isEmpty()) {
        judge(line.toString());
        line.setLength(0);
      }
    }
  }

  /** Another stream to be watched. */
  Stream stream() {
    return new Stream();
  }

  synchronized void lost() {
    lost = true;
  }

  private synchronized void judge(String text) {
    judgeTime(text);
    if (refused.isEmpty() && text.contains("testing: invalid regexp ")) {
      refused = RefusedPattern.in(text.startsWith("{") ? outputOf(text) : text);
    }
    hooksFailed |= HOOKED.matcher(text).matches();
    if (text.endsWith("[setup failed]")) {
      setupFailed = true;
    } else if (text.endsWith("[build failed]") || text.contains("\"Action\":\"build-fail\"")) {
      buildFailed = true;
    } else if (text.startsWith("--- FAIL") || text.startsWith("FAIL\t")) {
      testFailed = true;
    } else if (HEADED.matcher(text).matches()) {
      vetSpeaks = VETTED.matcher(text).matches();
    } else if (IN_CODE.matcher(text).matches()) {
      codeNamed = true;
      vetFailed |= vetSpeaks;
      compilerFailed |= !vetSpeaks;
    } else if (BAD_USAGE.stream().anyMatch(text::contains)) {
      badUsage.add(text);
    }
  }

  /** What an event of {@code go test -json} passes on; "" if it is none. */
  private static String outputOf(String event) {
    try {
      return JsonParser.parseString(event).getAsJsonObject().get("Output").getAsString();
    } catch (JsonParseException
        | IllegalStateException
        | NullPointerException
        | UnsupportedOperationException e) {
      return ""; // A test printed something that only begins like an event.
    }
  }

  private void judgeTime(String text) {
    Matcher timedOut = TIMED_OUT.matcher(text);
    if (timedOut.find() && timeLimit.isEmpty()) {
      double unit = "m".equals(timedOut.group(4)) ? 0.001 : 1;
      double seconds =
          3600 * number(timedOut.group(1))
              + 60 * number(timedOut.group(2))
              + unit * number(timedOut.group(3));
      timeLimit = Optional.of(Duration.ofMillis(Math.round(seconds * 1000)));
    }
  }

  private static double number(@Nullable String digits) {
    return digits == null ? 0 : Double.parseDouble(digits);
  }

  /** The time limit of the tests, if a process was ended for it. */
  synchronized Optional<Duration> timeLimit() {
    return timeLimit;
  }

  /** Whether the standard library did not compile, into which the hooks are edited. */
  synchronized boolean haveHooksFailed() {
    return hooksFailed;
  }

  /** What to say to a user whose arguments {@code go} does not accept. */
  synchronized Optional<String> badUsage() {
    if (badUsage.isEmpty() || testFailed || buildFailed || codeNamed) {
      return Optional.empty();
    }
    return Optional.of("nothing to test: " + badUsage.getFirst());
  }

  /** The pattern that a test binary refused before it ran anything, if one did. */
  synchronized Optional<RefusedPattern> refused() {
    return refused;
  }

  /** One sentence on why the run failed. */
  synchronized TargetFailure failure() {
    if (buildFailed && vetFailed && !compilerFailed && !setupFailed) {
      return new TargetFailure.RejectedByVet();
    }
    if (buildFailed || setupFailed) {
      return new TargetFailure.DoesNotBuild();
    }
    return lost ? new TargetFailure.OutputLost() : new TargetFailure.TestsFailed();
  }
}
