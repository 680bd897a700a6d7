package dev.harrier.toolchain.build;

import java.nio.file.Path;
import java.util.List;

/**
 * A package as {@code go list} describes it.
 *
 * @param importPath its path
 * @param name of its package clause
 * @param hasTests whether there are test files
 * @param tests names of the tests, examples and fuzz tests that its test files declare; of an
 *     example without a comment on its output Go runs nothing
 * @param code digest of the contents of its Go files, tests included: it changes whenever one of
 *     them does
 * @param imports all packages that these files import, tests included
 */
public record GoPackage(
    String importPath,
    String name,
    Path directory,
    boolean hasTests,
    List<String> tests,
    String code,
    List<String> imports) {
  public GoPackage {
    tests = List.copyOf(tests);
    imports = List.copyOf(imports);
  }

  /** Whether it is a program by itself. */
  public boolean isMain() {
    return name.equals("main");
  }
}
