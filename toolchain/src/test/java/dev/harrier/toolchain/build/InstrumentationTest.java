package dev.harrier.toolchain.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.toolchain.driver.GoToolchain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where atomics are no calls, nothing orders what a program does. */
final class InstrumentationTest {
  private static final Pattern MAP = Pattern.compile("\\bsync\\.(Map|HashTrieMap)\\b");

  @Test
  void noPackageThatKeepsItsIntrinsicsHasTheCodeOfAMap(@TempDir Path directory) throws Exception {
    Path sources = GoToolchain.installed(directory, System.getenv()).goroot().resolve("src");
    assertThat(users(sources, "runtime/...")).contains(Path.of("runtime/cgo/handle.go"));
    Stream.of(Instrumentation.RUNTIME, Instrumentation.ARITHMETIC)
        .flatMap(List::stream)
        .forEach(pattern -> assertThat(users(sources, pattern)).as(pattern).isEmpty());
  }

  /** Those that are not about the map itself. */
  private static List<Path> users(Path sources, String pattern) {
    boolean below = pattern.endsWith("/...");
    Path root = sources.resolve(below ? pattern.substring(0, pattern.length() - 4) : pattern);
    try (Stream<Path> files = Files.walk(root, below ? Integer.MAX_VALUE : 1)) {
      return files
          .filter(file -> file.toString().matches(".*(?<!_test)\\.go"))
          .filter(file -> !file.toString().matches(".*/(testdata|gen)/.*|.*/hashtriemap.go"))
          .filter(InstrumentationTest::usesMap)
          .map(sources::relativize)
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean usesMap(Path file) {
    try {
      return MAP.matcher(Files.readString(file)).find();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
