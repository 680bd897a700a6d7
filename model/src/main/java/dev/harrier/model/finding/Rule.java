package dev.harrier.model.finding;

/**
 * A kind of defect. Its id is also the name of its page ({@code docs/findings/<id>.md}), of its
 * pair of programs and of its test.
 *
 * @param id lower case with hyphens: {@code goroutine-leak}
 * @param title what is wrong, in a few words, without a full stop
 * @param advice what to look at to fix it: sentences with their full stops
 * @param strength of a finding that nothing makes stronger or weaker: what the rule takes as proof
 */
public record Rule(String id, String title, String advice, Strength strength) {
  /** What traces of tests, and programs in production, show alike. */
  public static final Rule GOROUTINE_LEAK =
      new Rule(
          "goroutine-leak",
          "a goroutine is blocked for good",
          "Make sure that every path of the code that started the goroutine releases it: receive,"
              + " close the channel, cancel a context, or give the channel room for the last value.");

  /** A rule that reports what happened. */
  public Rule(String id, String title, String advice) {
    this(id, title, advice, Strength.OBSERVED);
  }
}
