package dev.harrier.analysis.coverage;

import dev.harrier.model.trace.Site;

/**
 * Goroutines of one node of the global tree.
 *
 * @param createdAt where; unknown for main
 */
public record GoroutineRole(Site createdAt, boolean isMain) {
  /** {@code main}, {@code a test}, or {@code the goroutine of worker.go:12}. */
  @Override
  public String toString() {
    if (isMain) {
      return "main";
    }
    if (createdAt.function().startsWith("testing.(*T).Run")) {
      return "a test";
    }
    String file = createdAt.file();
    return "the goroutine of " + file.substring(file.lastIndexOf('/') + 1) + ":" + createdAt.line();
  }
}
