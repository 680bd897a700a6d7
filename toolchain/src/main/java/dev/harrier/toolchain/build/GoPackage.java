package dev.harrier.toolchain.build;

import java.nio.file.Path;

/**
 * A package as {@code go list} describes it.
 *
 * @param importPath its path
 * @param name of its package clause
 * @param hasTests whether there are test files
 * @param code digest of the contents of its Go files, tests included: it changes whenever one of
 *     them does
 */
public record GoPackage(
    String importPath, String name, Path directory, boolean hasTests, String code) {
  /** Whether it is a program by itself. */
  public boolean isMain() {
    return name.equals("main");
  }
}
