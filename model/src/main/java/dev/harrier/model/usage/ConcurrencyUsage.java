package dev.harrier.model.usage;

import dev.harrier.model.trace.SelectCase.Direction;
import java.util.List;
import java.util.Optional;

/**
 * A place in Go source that uses concurrency: GoAT's triple of file, line and kind.
 *
 * @param file absolute path
 * @param line that the compiler gives to the operation, and a trace to its event
 * @param cases of a select, in the order in which the runtime gets them (sends first, then receives
 *     in reverse order of the source); else empty
 * @param hasDefault whether a select has a default case
 * @param deferredIn of a deferred call, the function that defers it: a stack trace may show the
 *     line where that function ends instead of the call's
 */
public record ConcurrencyUsage(
    String file,
    int line,
    UsageKind kind,
    List<Case> cases,
    boolean hasDefault,
    Optional<Lines> deferredIn) {
  /** A case of a select, and the line on which it stands. */
  public record Case(Direction direction, int line) {}

  /** The body of a function, by its first and last line. */
  public record Lines(int first, int last) {
    public boolean contains(int line) {
      return first <= line && line <= last;
    }

    /** How many lines it has. */
    public int length() {
      return last - first + 1;
    }
  }

  public ConcurrencyUsage {
    cases = List.copyOf(cases);
  }

  /** A usage that is neither a select nor deferred. */
  public static ConcurrencyUsage of(String file, int line, UsageKind kind) {
    return new ConcurrencyUsage(file, line, kind, List.of(), false, Optional.empty());
  }

  /** The same in a file of another name. */
  public ConcurrencyUsage in(String otherFile) {
    return new ConcurrencyUsage(otherFile, line, kind, cases, hasDefault, deferredIn);
  }
}
