package dev.harrier.model.finding;

/**
 * A kind of defect. Its id is also the name of its page ({@code docs/findings/<id>.md}), of its
 * pair of programs and of its test.
 *
 * @param id lower case with hyphens: {@code goroutine-leak}
 * @param title what is wrong, in a few words, without a full stop
 * @param advice what to look at to mend it: sentences with their full stops
 */
public record Rule(String id, String title, String advice) {}
