package dev.harrier.model.trace;

/**
 * A place in Go source.
 *
 * @param function the fully qualified function, as Go prints it: {@code
 *     example.com/pkg.(*Type).Method.func1}
 * @param file absolute path as the compiler recorded it, or "" if unknown
 * @param line from 1, or 0 if unknown
 */
public record Site(String function, String file, int line) {
  public static final Site UNKNOWN = new Site("", "", 0);

  /** The import path of the package: everything before the first dot after the last slash. */
  public String packagePath() {
    int dot = function.indexOf('.', function.lastIndexOf('/') + 1);
    return dot < 0 ? function : function.substring(0, dot).replace("%2e", ".");
  }

  @Override
  public String toString() {
    return function + " " + file + ":" + line;
  }
}
