package dev.harrier.explore.execute;

import dev.harrier.explore.target.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a test binary for its tests. */
public final class TestNames {
  /** {@code TestMain} may print whatever it likes before. */
  private static final Pattern NAME =
      Pattern.compile("(Test|Example|Fuzz)([^\\p{Ll}\\s][\\p{L}\\p{N}_]*)?");

  /** What package testing and package flag say of arguments that they can't take. */
  private static final Pattern REFUSAL =
      Pattern.compile(
          "(?m)^testing: invalid regexp in -test[.]list [(].*[)]: (?<why>.*)$"
              + "|^invalid (boolean )?value .* for (?<flag>flag -[^:]*): .*$");

  private TestNames() {}

  /**
   * The tests, examples and fuzz tests of a program, in its order; fuzz tests run their seeds.
   *
   * @param pattern what their names must match, as Go's {@code -run} takes it; one level
   * @param arguments that the test binary will get when its tests run
   * @param output a file that may be overwritten
   * @throws WrongArgumentException if the pattern or an argument can't be meant
   * @throws ListingException if the binary can't say, with what it printed
   * @throws IOException if it can't be run
   */
  public static List<String> of(
      Program program,
      String pattern,
      List<String> arguments,
      Path output,
      Limits limits,
      Watch watch)
      throws IOException, WrongArgumentException {
    List<String> command = new ArrayList<>(program.command());
    command.add("-test.list=" + pattern);
    command.addAll(arguments);
    Exit exit =
        ChildProcess.run(
                command,
                program.directory(),
                program.environment(),
                output,
                new OutputSize(List.of(output)),
                limits,
                watch)
            .exit();
    // What else the program prints need not be text.
    String printed = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
    Matcher refusal = REFUSAL.matcher(printed);
    if (exit instanceof Exit.Exited e && e.status() != 0 && refusal.find()) {
      throw new WrongArgumentException(
          refusal.group("flag") != null
              ? refusal.group().strip()
              : "'%s' is not a pattern of tests: %s".formatted(pattern, refusal.group("why")));
    }
    if (!exit.equals(new Exit.Exited(0)) && !(exit instanceof Exit.Canceled)) {
      throw new ListingException(
          "%s can't list its tests (%s): %s"
              .formatted(program.importPath(), exit.words(), printed.strip()));
    }
    return printed.lines().filter(NAME.asMatchPredicate()).toList();
  }
}
