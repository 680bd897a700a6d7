package dev.harrier.explore.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.base.file.AtomicFile;
import dev.harrier.coverage.Coverage;
import dev.harrier.coverage.Covered;
import dev.harrier.coverage.Part;
import dev.harrier.coverage.Requirement;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.Site;
import dev.harrier.model.usage.ConcurrencyUsage;
import dev.harrier.model.usage.Effect;
import dev.harrier.model.usage.UsageKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CoverageFileTest {
  @TempDir private Path directory;
  private Path source;
  private Path caller;
  private List<ConcurrencyUsage> model = List.of();

  @BeforeEach
  void sources() throws IOException {
    source = Files.writeString(directory.resolve("a.go"), "package a");
    caller = Files.writeString(directory.resolve("b.go"), "package a");
    model =
        List.of(
            new ConcurrencyUsage(
                source.toString(),
                7,
                UsageKind.SELECT,
                List.of(
                    new ConcurrencyUsage.Case(Direction.SEND, 8),
                    new ConcurrencyUsage.Case(Direction.RECEIVE, 9)),
                true,
                Optional.of(new ConcurrencyUsage.Lines(3, 20))),
            ConcurrencyUsage.of(source.toString(), 12, UsageKind.SEND));
  }

  private Coverage covered() {
    Coverage coverage = new Coverage(model);
    Site created = new Site("a.Start", caller.toString(), 5);
    coverage.add(
        new Covered(
            List.of(created),
            model.getFirst(),
            Set.of(
                new Requirement(Part.DEFAULT, Effect.NOP),
                new Requirement(new Part.Case(1), Effect.UNBLOCKING)),
            Set.of(new Part.Case(1))));
    coverage.add(
        new Covered(
            List.of(),
            model.getLast(),
            Set.of(new Requirement(Part.WHOLE, Effect.BLOCKED)),
            Set.of(Part.WHOLE)));
    return coverage;
  }

  private CoverageFile file() {
    return new CoverageFile(directory.resolve("kept/coverage"), directory, false);
  }

  @Test
  void whatWasKeptIsThereTheNextTime() {
    CoverageFile file = file();
    file.keep(covered());
    assertThat(file.remarks()).isEmpty();

    Coverage next = new Coverage(model);
    CoverageFile again = file();
    again.recall(next);
    assertThat(next.report()).isEqualTo(covered().report());
    assertThat(again.remarks()).isEmpty();

    Coverage fresh = new Coverage(model);
    new CoverageFile(directory.resolve("kept/coverage"), directory, true).recall(fresh);
    assertThat(fresh.covered()).isZero();
  }

  @Test
  void whatChangedSourcesCoveredIsForgottenAndCounted() throws Exception {
    file().keep(covered());
    Files.writeString(caller, "package a // changed");
    Coverage next = new Coverage(model);
    CoverageFile file = file();
    file.recall(next);
    assertThat(next.covered()).as("what main did stays").isEqualTo(1);
    assertThat(file.remarks()).containsExactly(new Remark.Outdated(Remark.Kept.COVERAGE, "", 2));
    Files.delete(source);
    Coverage none = new Coverage(model);
    file().recall(none);
    assertThat(none.covered()).isZero();
  }

  @Test
  void packagesThatAreNotExploredThisTimeKeepTheirs() {
    file().keep(covered());
    Coverage part = new Coverage(List.of(model.getLast()));
    CoverageFile file = file();
    file.recall(part);
    assertThat(part.covered()).isEqualTo(1);
    file.keep(part);

    Coverage whole = new Coverage(model);
    file().recall(whole);
    assertThat(whole.report()).isEqualTo(covered().report());
  }

  @Test
  void aDamagedFileIsDropped() throws Exception {
    file().keep(covered());
    Path kept = directory.resolve("kept/coverage");
    String whole = Files.readString(kept);
    for (int end = 0; end < whole.length(); end++) {
      Files.writeString(kept, whole.substring(0, end));
      Coverage next = new Coverage(model);
      CoverageFile file = file();
      file.recall(next);
      assertThat(next.covered()).isZero();
      assertThat(file.remarks())
          .as("cut off after %d", end)
          .singleElement()
          .isInstanceOf(Remark.Damaged.class);
    }
    Files.writeString(kept, whole.replace("BLOCKED", "AMAZED"));
    CoverageFile file = file();
    file.recall(new Coverage(model));
    assertThat(file.remarks()).hasSize(1);
  }

  @Test
  void whatCannotBeKeptIsReportedAndLeavesWhatIsThere() throws Exception {
    file().keep(covered());
    Path kept = directory.resolve("kept/coverage");
    String before = Files.readString(kept);
    Files.createDirectory(AtomicFile.unfinished(kept));
    Files.createFile(AtomicFile.unfinished(kept).resolve("in-the-way"));
    CoverageFile file = file();
    file.keep(new Coverage(model));
    assertThat(file.remarks()).singleElement().isInstanceOf(Remark.NotKept.class);
    assertThat(kept).content().isEqualTo(before);
  }
}
