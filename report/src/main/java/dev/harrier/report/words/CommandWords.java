package dev.harrier.report.words;

import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Witness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What to type to see a finding again. */
public final class CommandWords {
  private CommandWords() {}

  /** A line for a shell; "" if there is no way known. */
  public static String of(Rerun rerun) {
    return switch (rerun) {
      case Rerun.Unknown _ -> "";
      case Rerun.TestAgain test -> test(test);
      case Rerun.ReplayStored stored ->
          ShellWords.joined(List.of("harrier", "replay", stored.fingerprint()));
      case Rerun.Command command -> ShellWords.joined(command.words());
    };
  }

  /** The same with how often it showed the finding. */
  public static String withRate(Witness witness) {
    String rate =
        witness
            .reproduction()
            .map(r -> "   (shown by %d of %d runs)".formatted(r.seen(), r.runs()))
            .orElse("");
    return of(witness.rerun()) + rate;
  }

  /**
   * Runs a schedule once.
   *
   * @param words that say which
   */
  static String once(List<String> words) {
    return "harrier replay -n 1 " + ShellWords.joined(words);
  }

  private static String test(Rerun.TestAgain again) {
    return ShellWords.joined(words(again));
  }

  /** The same word by word, beginning with {@code harrier}. */
  public static List<String> words(Rerun.TestAgain again) {
    List<String> words = new ArrayList<>(List.of("harrier", "test"));
    words.addAll(again.flags().words());
    boolean benchmark = again.test().startsWith("Benchmark");
    if (!again.test().isEmpty()) {
      words.add("-run");
      words.add(benchmark ? "^$" : pattern(again.test()));
    }
    if (!again.packagePattern().isEmpty()) {
      words.add(again.packagePattern());
    }
    if (benchmark) {
      words.addAll(List.of("--", "-bench", pattern(again.test())));
    }
    return words;
  }

  /** {@code go test} matches each level of a subtest's name by itself. */
  public static String pattern(String test) {
    return Arrays.stream(test.split("/"))
        .map(level -> "^" + level.replaceAll("[\\\\.+*?()|\\[\\]{}^$]", "\\\\$0") + "$")
        .collect(Collectors.joining("/"));
  }
}
