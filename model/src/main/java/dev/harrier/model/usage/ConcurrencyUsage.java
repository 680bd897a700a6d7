package dev.harrier.model.usage;

import dev.harrier.model.trace.SelectCase.Direction;
import java.util.List;

/**
 * A place in Go source that uses concurrency: GoAT's triple of file, line and kind.
 *
 * @param file absolute path
 * @param line that the compiler gives to the operation, and a trace to its event
 * @param cases of a select, in the order in which the runtime gets them (sends first, then receives
 *     in reverse order of the source); else empty
 * @param hasDefault whether a select has a default case
 */
public record ConcurrencyUsage(
    String file, int line, UsageKind kind, List<Case> cases, boolean hasDefault) {
  /** A case of a select, and the line on which it stands. */
  public record Case(Direction direction, int line) {}

  public ConcurrencyUsage {
    cases = List.copyOf(cases);
  }

  /** A usage that is not a select. */
  public static ConcurrencyUsage of(String file, int line, UsageKind kind) {
    return new ConcurrencyUsage(file, line, kind, List.of(), false);
  }

  /** The name of the file without its directory. */
  public String fileName() {
    return file.substring(file.lastIndexOf('/') + 1);
  }
}
