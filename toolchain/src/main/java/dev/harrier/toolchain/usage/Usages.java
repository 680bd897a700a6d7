package dev.harrier.toolchain.usage;

import dev.harrier.model.usage.ConcurrencyUsage;
import java.util.List;

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
}
