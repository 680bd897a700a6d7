package dev.harrier.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store may have come with a checkout or an archive. */
final class StoreLocationTest {
  @TempDir private Path root;
  @TempDir private Path elsewhere;

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".gitignore",
        "runs",
        "fuzz",
        "fuzz/coverage",
        "fuzz/orders",
        "probe/overlay.json"
      })
  void nothingIsWrittenThroughALinkInTheStore(String name) throws Exception {
    Path link = root.resolve(".harrier").resolve(name);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, elsewhere.resolve("victim"));
    assertThatThrownBy(() -> StoreLocation.forWriting(root, elsewhere.resolve("cache")))
        .isInstanceOf(StoreException.Unwritable.class)
        .hasMessageContaining(link + ": it is a symbolic link");
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void theStoreItselfMayBeALinkAndItsLatestRunIsOne() throws Exception {
    Path store = Files.createSymbolicLink(root.resolve(".harrier"), elsewhere);
    Files.createSymbolicLink(elsewhere.resolve("latest"), Path.of("runs"));
    assertThat(StoreLocation.forWriting(root, root).directory()).isEqualTo(store);
    assertThat(elsewhere.resolve(".gitignore")).hasContent("*");
  }

  @Test
  void aFileInThePlaceOfTheStoreIsNamedAsWhatItIs() throws Exception {
    Path file = Files.writeString(root.resolve(".harrier"), "notes");
    assertThatThrownBy(() -> StoreLocation.forWriting(root, elsewhere))
        .isInstanceOf(StoreException.Unwritable.class)
        .hasMessageContaining(file + ": it is a file, not a directory; remove or rename it");
  }
}
