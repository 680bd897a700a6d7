package dev.harrier.cli.test;

/**
 * What a test is charged with.
 *
 * @param packagePath import path of the package whose test binary it was
 * @param test its name with those of its parents; "" for none
 * @param text lines for people
 */
public record TestFinding(String packagePath, String test, String text) {
  /** Whether it fails this test: its own, or a parent of it. */
  boolean fails(String path, String name) {
    return packagePath.equals(path)
        && (name.isEmpty() || test.equals(name) || test.startsWith(name + "/"));
  }
}
