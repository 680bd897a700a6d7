package dev.harrier.toolchain.run;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Where Go's race detector writes what it sees: to a file for each process, by its own option
 * {@code log_path}. On the standard error stream it would be mixed with what tests print.
 *
 * @param prefix of the files' paths; the number of the process follows, after a dot
 * @param options of the detector, for the environment variable {@link #VARIABLE}
 */
public record RaceLogs(Path prefix, String options) {
  /** The variable with the detector's options. */
  public static final String VARIABLE = "GORACE";

  /** As sanitizer_flag_parser.cpp has it: the value in quotes, or up to a separator. */
  private static final Pattern LOG_PATH =
      Pattern.compile("(?:^|[\\s:,])log_path=(?:\"([^\"]*)\"|'([^']*)'|([^\\s:,]*))");

  private static final String SLEEP = "atexit_sleep_ms=";

  /**
   * The user's options stay. If a {@code log_path} is among them, its files are read; a relative
   * one is taken for the directory that Harrier runs in, because tests run in many.
   *
   * @param own the prefix if the user names no file
   */
  public static RaceLogs of(Map<String, String> environment, Path own, Path directory) {
    String given = environment.getOrDefault(VARIABLE, "").strip();
    Path prefix =
        LOG_PATH
            .matcher(given)
            .results()
            .reduce((first, last) -> last)
            .map(RaceLogs::value)
            .filter(path -> !path.isEmpty() && !path.equals("stdout") && !path.equals("stderr"))
            .map(directory::resolve)
            .orElse(own);
    return at(prefix, given);
  }

  /** The user's options but for a {@code log_path}: the files are read once and deleted. */
  public static RaceLogs temporary(Map<String, String> environment, Path own) {
    return at(own, environment.getOrDefault(VARIABLE, "").strip());
  }

  /** Of an option that is given twice the last one counts. */
  private static RaceLogs at(Path prefix, String given) {
    String named = "log_path=\"" + prefix + "\"";
    return new RaceLogs(prefix, given.isEmpty() ? named : given + " " + named);
  }

  private static String value(MatchResult match) {
    return Optional.ofNullable(match.group(1))
        .or(() -> Optional.ofNullable(match.group(2)))
        .orElseGet(() -> match.group(3));
  }

  /**
   * The same without the second that a process waits at its end for reports of other threads: where
   * one goroutine runs at a time there are none. A wait that the user asked for stays.
   */
  public RaceLogs withoutWait() {
    return options.contains(SLEEP) ? this : new RaceLogs(prefix, SLEEP + "0 " + options);
  }

  /** The file of a process, which is there if a race was seen in it. */
  public Path of(long pid) {
    return prefix.resolveSibling(prefix.getFileName() + "." + pid);
  }
}
