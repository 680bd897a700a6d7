package dev.harrier.explore.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.base.file.AtomicFile;
import dev.harrier.explore.order.OrderMemory.Kept;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.trace.SymbolOffset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OrderFilesTest {
  private static final Kept KEPT =
      new Kept(
          List.of(
              new OrderQueue.Seed(
                  new Order(
                      List.of(
                          new Tuple(new SymbolOffset(0xf0, 0x1f00), 3, false, 2),
                          new Tuple(new SymbolOffset(0xf0, 16), 1, true, 1))),
                  4)),
          new FeedbackState(
              Map.of(-5L, 6), List.of(1L, -2L), List.of(), List.of(1L), Map.of(1L, 0.5), 17.25));

  @TempDir private Path directory;
  private Target target;

  @BeforeEach
  void build() throws IOException {
    target = SampleTargets.built(directory);
  }

  private OrderFiles files() {
    return new OrderFiles(directory.resolve("orders"), false);
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> found = Files.list(directory.resolve("orders"))) {
      return found.toList().getFirst();
    }
  }

  @Test
  void whatWasKeptIsThereTheNextTime() {
    OrderFiles files = files();
    assertThat(files.recall(target)).isEmpty();
    files.keep(target, KEPT);
    assertThat(files().recall(target)).contains(KEPT);
    assertThat(new OrderFiles(directory.resolve("orders"), true).recall(target)).isEmpty();
    assertThat(files.remarks()).isEmpty();
  }

  @Test
  void ordersOfAnotherBuildAreDroppedAndCounted() throws Exception {
    files().keep(target, KEPT);
    Files.writeString(directory.resolve("m.test"), "other build");
    OrderFiles next = files();
    assertThat(next.recall(target)).isEmpty();
    assertThat(next.remarks())
        .containsExactly(new Remark.Outdated(Remark.Kept.ORDERS, "example.com/m.TestM", 1));
  }

  /** Whatever has become of the file, an exploration begins again and says so. */
  @Test
  void aDamagedFileIsDropped() throws Exception {
    files().keep(target, KEPT);
    String whole = Files.readString(onlyFile());
    for (int end = 0; end < whole.length(); end++) {
      Files.writeString(onlyFile(), whole.substring(0, end));
      OrderFiles next = files();
      assertThat(next.recall(target)).as("cut off after %d", end).isEmpty();
      assertThat(next.remarks()).singleElement().isInstanceOf(Remark.Damaged.class);
    }
    Files.writeString(onlyFile(), whole.replace("1f00.3.0.2", "1f00.3.0.9"));
    assertThat(files().recall(target)).isEmpty();
  }

  /** The store may have come with a checkout. */
  @Test
  void aLinkInThePlaceOfAFileIsReplaced() throws Exception {
    files().keep(target, KEPT);
    Path file = onlyFile();
    Path victim = Files.writeString(directory.resolve("victim"), "text");
    Files.delete(file);
    Files.createSymbolicLink(file, victim);
    files().keep(target, KEPT);
    assertThat(Files.isSymbolicLink(file)).isFalse();
    assertThat(victim).hasContent("text");
    assertThat(files().recall(target)).contains(KEPT);
  }

  @Test
  void whatCannotBeKeptIsReportedAndLeavesWhatIsThere() throws Exception {
    files().keep(target, KEPT);
    String before = Files.readString(onlyFile());
    Path file = onlyFile();
    Files.createDirectory(AtomicFile.unfinished(file));
    Files.createFile(AtomicFile.unfinished(file).resolve("in-the-way"));
    OrderFiles files = files();
    files.keep(target, new Kept(List.of(), KEPT.feedback()));
    assertThat(files.remarks()).singleElement().isInstanceOf(Remark.NotKept.class);
    assertThat(Files.readString(file)).isEqualTo(before);
  }
}
