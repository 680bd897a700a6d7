package dev.harrier.report.words;

import java.util.Locale;

/** What the user should know about logs of leaks besides the findings. */
public final class ProductionNotes {
  private ProductionNotes() {}

  /** Lines of a log that say nothing, as a full disk leaves them. */
  public static String unreadable(String file, long lines) {
    return "%s: %s not a leak record"
        .formatted(
            file, lines == 1 ? "1 line is" : String.format(Locale.ROOT, "%,d lines are", lines));
  }

  /** Goroutines that the collector had called leaked, and that ran. */
  public static String revived(String file, long goroutines) {
    return "%s: %s ran again after the proof that nothing can wake them: the program hides pointers from the collector"
        .formatted(file, Names.count(goroutines, "goroutine"));
  }
}
