package dev.harrier.cli.process;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Under which heading help lists an option, or all options of a class that have none themselves.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD})
public @interface HelpGroup {
  /** The headings in their order. */
  enum Heading {
    /** What most people need; without a heading. */
    MAIN(""),
    LIMITS("Limits"),
    REPORT("Report"),
    GO("Flags of go test"),
    MACHINES("Exploring on several machines"),
    /** Listed by {@code harrier help fuzz-tuning}. */
    TUNING("Tuning");

    private final String title;

    Heading(String title) {
      this.title = title;
    }

    /** As help prints it. */
    public String title() {
      return title;
    }
  }

  /** Its heading. */
  Heading value();
}
