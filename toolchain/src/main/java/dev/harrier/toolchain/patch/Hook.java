package dev.harrier.toolchain.patch;

/** How a call of a hook is written into a function of Go's own. */
final class Hook {
  private Hook() {}

  /** One statement that does nothing in a program that is not traced. */
  static String call(String call) {
    return "if harrierOn != 0 { " + call + " };";
  }
}
