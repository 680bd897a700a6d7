package dev.harrier.toolchain.build;

import dev.harrier.model.ending.Remark;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes programs of packages: by {@linkplain GoBuild building} them, or by asking who did. */
public interface PackageBuilder {
  /**
   * The packages that patterns mean; none means the current one. Where only some of them can be
   * loaded, it is these, and {@link #unlisted} says why the others can't. None after {@link
   * #cancel}.
   *
   * @throws ToolchainException if nothing can say, in the words of {@code go}
   * @throws BuildException if none can be loaded, for a reason in the code
   */
  List<GoPackage> packages(List<String> patterns)
      throws BuildException, ToolchainException, IOException;

  /**
   * Makes the test binary of a package.
   *
   * @throws BuildException if it does not build
   */
  void test(GoPackage target, Path executable)
      throws BuildException, ToolchainException, IOException;

  /**
   * Makes the test binaries of several packages at once, as far as that goes: together they take
   * less time than one after the other. {@link #test} makes the others, and says what is wrong.
   *
   * @param executables where each is to be; in one directory
   * @return the packages whose test binaries there are
   */
  default Set<GoPackage> tests(Map<GoPackage, Path> executables)
      throws ToolchainException, IOException {
    return Set.of();
  }

  /**
   * Makes the program of a main package.
   *
   * @throws BuildException if it does not build
   */
  void main(GoPackage target, Path executable)
      throws BuildException, ToolchainException, IOException;

  /** What {@code go} says of packages that patterns mean and that it can't load. */
  List<String> unlisted();

  /** Which packages could not be built as they should be. */
  List<Remark> remarks();

  /** Ends what runs; every later build fails. */
  void cancel();
}
