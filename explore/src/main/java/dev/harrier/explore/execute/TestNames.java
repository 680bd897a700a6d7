package dev.harrier.explore.execute;

import dev.harrier.explore.target.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Asks a test binary for its tests. */
public final class TestNames {
  /** {@code TestMain} may print whatever it likes before. */
  private static final Pattern NAME =
      Pattern.compile("(Test|Example|Fuzz)([^\\p{Ll}\\s][\\p{L}\\p{N}_]*)?");

  private TestNames() {}

  /**
   * The tests, examples and fuzz tests of a program, in its order; fuzz tests run their seeds.
   *
   * @param pattern what their names must match, as Go's {@code -run} takes it; one level
   * @param output a file that may be overwritten
   * @throws ListingException if the binary can't say, with what it printed
   * @throws IOException if it can't be run
   */
  public static List<String> of(
      Program program, String pattern, Path output, Limits limits, Watch watch) throws IOException {
    Exit exit =
        ChildProcess.run(
                List.of(program.executable().toString(), "-test.list=" + pattern),
                program.directory(),
                program.environment(),
                output,
                new Written(List.of(output)),
                limits,
                watch)
            .exit();
    String printed = Files.readString(output);
    if (!exit.equals(new Exit.Exited(0)) && !(exit instanceof Exit.Cancelled)) {
      throw new ListingException(
          "%s can't list its tests (%s): %s"
              .formatted(program.importPath(), exit, printed.strip()));
    }
    return printed.lines().filter(NAME.asMatchPredicate()).toList();
  }
}
