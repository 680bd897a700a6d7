package dev.harrier.toolchain.source;

import dev.harrier.model.usage.ConcurrencyUsage;
import dev.harrier.toolchain.driver.ToolchainException;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What was found.
 *
 * @param all by file and line
 * @param problems packages whose usages may be incomplete, each with its first error
 */
public record Usages(List<ConcurrencyUsage> all, List<String> problems) {
  public Usages {
    all = List.copyOf(all);
    problems = List.copyOf(problems);
  }

  /**
   * Reads what {@link #text} writes.
   *
   * @throws ToolchainException if it is something else
   */
  public static Usages parse(String text) throws ToolchainException {
    return UsageOutput.parse(text);
  }

  /** As the front end writes them. */
  public String text() {
    return UsageOutput.of(this).text();
  }

  /** The same usages with the names of their files replaced. */
  public Usages in(UnaryOperator<String> names) {
    return new Usages(
        all.stream().map(usage -> usage.in(names.apply(usage.file()))).toList(), problems);
  }
}
