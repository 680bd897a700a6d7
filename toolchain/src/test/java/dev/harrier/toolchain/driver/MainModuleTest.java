package dev.harrier.toolchain.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which modules the user works on, where no {@code go} can be asked. */
final class MainModuleTest {
  @TempDir private Path root;

  private Path module(String directory, String path) throws IOException {
    Path place = Files.createDirectories(root.resolve(directory));
    Files.writeString(place.resolve("go.mod"), "// a comment\nmodule " + path + "\n\ngo 1.25\n");
    return place;
  }

  @Test
  void aModuleIsTheOneOfItsFile() throws Exception {
    Path place = module(".", "\"example.com/quoted\"");
    assertThat(MainModule.in(place.normalize()))
        .containsExactly(new MainModule("example.com/quoted", root));
  }

  @Test
  void aWorkspaceHasThoseThatItUses() throws Exception {
    module("one", "example.com/one");
    module("two words", "example.com/two");
    module("three", "example.com/three");
    module("left", "example.com/left");
    Files.writeString(
        root.resolve("go.work"),
        """
        go 1.25
        use ./one // the first
        // use ./left
        use (
        \t"./two words"
        \t./three // the last
        )
        replace example.com/other => ./left
        """);
    assertThat(MainModule.in(root))
        .containsExactly(
            new MainModule("example.com/one", root.resolve("one")),
            new MainModule("example.com/two", root.resolve("two words")),
            new MainModule("example.com/three", root.resolve("three")));
  }
}
