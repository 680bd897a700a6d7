package dev.harrier.explore.transfer;

import java.util.regex.Pattern;

/** Names of functions that stay the same when other code changes. */
public final class FunctionNames {
  /** What the compiler numbers: a closure before another one changes the names of both. */
  private static final Pattern NUMBERED = Pattern.compile("\\.(func|gowrap|deferwrap)[\\d.]+");

  private FunctionNames() {}

  /** The name of a function, as Go prints it, without the numbers of closures. */
  public static String stable(String function) {
    return NUMBERED.matcher(function).replaceAll(".$1");
  }
}
