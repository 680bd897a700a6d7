package dev.harrier.explore.execute;

import dev.harrier.explore.target.Program;
import dev.harrier.toolchain.run.RefusedPattern;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Asks a test binary for its tests. */
public final class TestNames {
  /** {@code TestMain} may print whatever it likes before. */
  private static final Pattern NAME =
      Pattern.compile("(Test|Example|Fuzz)([^\\p{Ll}\\s][\\p{L}\\p{N}_]*)?");

  /** What package flag says of arguments that it can't take. */
  private static final Pattern REFUSAL =
      Pattern.compile("(?m)^invalid (boolean )?value .* for flag -[^:]*: .*$");

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
    if (exit instanceof Exit.Exited e && e.status() != 0) {
      Optional<String> refusal =
          RefusedPattern.in(printed)
              .map(RefusedPattern::sentence)
              .or(() -> REFUSAL.matcher(printed).results().map(r -> r.group().strip()).findFirst());
      if (refusal.isPresent()) {
        throw new WrongArgumentException(refusal.get());
      }
    }
    if (!exit.equals(new Exit.Exited(0)) && !(exit instanceof Exit.Canceled)) {
      throw new ListingException(
          "%s can't list its tests (%s): %s"
              .formatted(program.importPath(), exit.words(), printed.strip()));
    }
    return printed.lines().filter(NAME.asMatchPredicate()).toList();
  }
}
