package dev.harrier.explore.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import dev.harrier.toolchain.run.Runner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CorpusTest {
  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("fuzz/corpus");
  }

  private static Target target(String code) {
    Program program =
        new Program(
            "example.com/m",
            Path.of("m.test"),
            new Runner(List.of()),
            Path.of("."),
            code,
            Map.of());
    return new Target.OneTest(program, "TestM", "", List.of());
  }

  private Corpus corpus() throws IOException {
    return Corpus.open(file(), false);
  }

  @Test
  void whatWasKeptIsThereTheNextTime() throws Exception {
    Corpus corpus = corpus();
    corpus.progress(target("a"), 7);
    corpus.found(target("a"), "harrier2:x");
    corpus.progress(target("a"), 9);

    Corpus next = corpus();
    assertThat(next.executions(target("a"))).isEqualTo(9);
    assertThat(next.schedules(target("a"))).containsExactly("harrier2:x");
    assertThat(next.remarks()).isEmpty();
  }

  @Test
  void otherCodeStartsAnewAndSaysWhatWasDropped() throws Exception {
    corpus().found(target("a"), "harrier2:x");
    Corpus next = corpus();
    assertThat(next.executions(target("b"))).isZero();
    assertThat(next.schedules(target("b"))).isEmpty();
    assertThat(next.remarks())
        .containsExactly(new Remark.Outdated(Remark.Kept.SCHEDULES, target("b").shown(), 1));
  }

  @Test
  void whatWasDroppedIsReportedOnce() throws Exception {
    corpus().found(target("a"), "harrier2:x");
    Corpus next = corpus();
    assertThat(next.schedules(target("b"))).isEmpty();
    next.found(target("b"), "harrier2:y");
    assertThat(next.remarks()).hasSize(1);
    assertThat(next.schedules(target("b"))).containsExactly("harrier2:y");
  }

  /** As if Harrier had been killed, or the disk had been full, after any number of bytes. */
  @Test
  void whereverTheFileIsCutOffTheRestIsRead() throws Exception {
    Corpus corpus = corpus();
    corpus.progress(target("a"), 1);
    int first = (int) Files.size(file());
    corpus.progress(target("a"), 2);
    byte[] whole = Files.readAllBytes(file());
    for (int length = first; length < whole.length - 1; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      Corpus cut = corpus();
      assertThat(cut.executions(target("a"))).as("cut to %d bytes", length).isEqualTo(1);
      cut.progress(target("a"), 5);
      assertThat(corpus().executions(target("a"))).isEqualTo(5);
    }
  }

  @Test
  void damageIsCountedOnceHoweverOftenTheFileIsOpened() throws Exception {
    corpus().progress(target("a"), 1);
    Files.writeString(file(), "{\"target\":\n", StandardOpenOption.APPEND);
    corpus().progress(target("a"), 2);
    for (int i = 0; i < 3; i++) {
      assertThat(corpus().remarks())
          .containsExactly(new Remark.Damaged(Remark.Kept.SCHEDULES, file().toString(), 1));
    }
    assertThat(corpus().executions(target("a"))).isEqualTo(2);
  }

  @Test
  void aFileThatWasCutOffWhenItWasMadeIsMadeAgain() throws Exception {
    corpus();
    byte[] header = Files.readAllBytes(file());
    for (int length = 0; length < header.length; length++) {
      Files.write(file(), Arrays.copyOf(header, length));
      assertThat(Corpus.read(file()).targets()).as("cut to %d bytes", length).isEmpty();
      corpus().progress(target("a"), 5);
      assertThat(corpus().executions(target("a"))).as("cut to %d bytes", length).isEqualTo(5);
      assertThat(corpus().remarks()).isEmpty();
    }
  }

  @Test
  void somethingElseIsRefusedAndLeftAlone() throws Exception {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "harrier corpus 2\n");
    assertThatThrownBy(this::corpus).hasMessageContaining("-fresh");
    assertThat(Files.readString(file())).isEqualTo("harrier corpus 2\n");
    assertThat(Corpus.open(file(), true).executions(target("a"))).isZero();
  }

  @Test
  void aLongOneIsShortenedWithoutLoss() throws Exception {
    Corpus corpus = corpus();
    corpus.found(target("a"), "harrier2:x");
    for (int i = 1; i < 5000; i++) {
      corpus.progress(target("a"), i);
    }
    long before = Files.size(file());
    Corpus next = corpus();
    assertThat(Files.size(file())).isLessThan(before / 100);
    assertThat(next.executions(target("a"))).isEqualTo(4999);
    assertThat(corpus().schedules(target("a"))).containsExactly("harrier2:x");
    assertThat(file().getParent()).isDirectoryContaining(f -> f.endsWith("corpus"));
  }

  @Test
  void aPlaceThatCantBeWrittenIsReportedOnce() throws Exception {
    Corpus corpus = corpus();
    Files.delete(file());
    Files.createDirectory(file());
    corpus.progress(target("a"), 1);
    corpus.progress(target("a"), 2);
    assertThat(corpus.remarks()).singleElement().isInstanceOf(Remark.NotKept.class);
  }
}
