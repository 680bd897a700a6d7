package dev.harrier.leaks;

/**
 * A line of Go source.
 *
 * @param function with its package: {@code main.(*server).handle}
 * @param line 0 if not known
 */
public record Place(String function, String file, int line) {
  @Override
  public String toString() {
    return function + " " + file + ":" + line;
  }
}
