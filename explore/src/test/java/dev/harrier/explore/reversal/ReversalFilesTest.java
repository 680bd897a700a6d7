package dev.harrier.explore.reversal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.reversal.ReversalMemory.Candidate;
import dev.harrier.explore.reversal.ReversalMemory.Kept;
import dev.harrier.explore.reversal.ReversalMemory.OriginRun;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultShares;
import dev.harrier.explore.schedule.Network;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.trace.GoroutineName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReversalFilesTest {
  private static final Conflict ONE = new Conflict(-7, 12, false);
  private static final Conflict OTHER = new Conflict(12, 12, true);
  private static final Schedule.Controlled RUN =
      new Schedule.Controlled(
          Strategy.Kind.PCT.ofDepth(3),
          17,
          100,
          8,
          0,
          FaultShares.NONE,
          new Conditions(4, 0, 30, true, Network.MEMORY),
          new Plan(List.of(new PlanEntry.Delay(new GoroutineName(-99), 0))));
  private static final OriginRun FIRST =
      new OriginRun(RUN, new PlanEntry.Delay(new GoroutineName(5), 2, GoroutineName.MAIN, 9));
  private static final OriginRun SECOND = new OriginRun(RUN.with(Plan.EMPTY), FIRST.delay());
  private static final Kept KEPT =
      new Kept(Set.of(ONE, OTHER), List.of(new Candidate(ONE, 2, 3, 4, List.of(FIRST))));

  @TempDir private Path directory;
  private Target target;

  @BeforeEach
  void build() throws IOException {
    target = SampleTargets.built(directory);
  }

  private ReversalFiles files(String settings) {
    return new ReversalFiles(directory.resolve("reversals"), false, settings);
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> found = Files.list(directory.resolve("reversals"))) {
      return found.toList().getFirst();
    }
  }

  @Test
  void whatWasKeptIsThereTheNextTime() {
    files("usual").keep(target, KEPT);
    assertThat(files("usual").recall(target)).contains(KEPT);
    Path kept = directory.resolve("reversals");
    assertThat(new ReversalFiles(kept, true, "usual").recall(target)).isEmpty();
  }

  @Test
  void whatCameAboutOtherwiseIsForgottenWithoutAWord() throws Exception {
    files("usual").keep(target, KEPT);
    ReversalFiles others = files("other strategies");
    assertThat(others.recall(target)).isEmpty();
    Files.writeString(directory.resolve("m.test"), "other build");
    ReversalFiles next = files("usual");
    assertThat(next.recall(target)).isEmpty();
    assertThat(Stream.of(others, next).flatMap(files -> files.remarks().stream())).isEmpty();
  }

  /** Whatever has become of the file, an exploration begins again and says so. */
  @Test
  void aDamagedFileIsDropped() throws Exception {
    files("usual").keep(target, KEPT);
    String whole = Files.readString(onlyFile());
    for (int end = 0; end < whole.length(); end++) {
      Files.writeString(onlyFile(), whole.substring(0, end));
      ReversalFiles next = files("usual");
      assertThat(next.recall(target)).as("cut off after %d", end).isEmpty();
      assertThat(next.remarks()).singleElement().isInstanceOf(Remark.Damaged.class);
    }
    for (String damage : List.of("pct0", "nothing", "native")) {
      Files.writeString(onlyFile(), whole.replace("pct3", damage));
      assertThat(files("usual").recall(target)).as(damage).isEmpty();
    }
    Files.writeString(onlyFile(), whole.replace("c.c.y", "c"));
    assertThat(files("usual").recall(target)).isEmpty();
  }

  /** They may come from anyone, and what is drawn at random must have a bound above zero. */
  @Test
  void countsThatNoExplorationCanHaveAreDamage() throws Exception {
    files("usual").keep(target, KEPT);
    String whole = Files.readString(onlyFile());
    assertThat(whole).contains("\"promise\":2,\"shown\":3,\"tried\":4");
    for (String counts :
        List.of(
            "\"promise\":0,\"shown\":3,\"tried\":4",
            "\"promise\":2,\"shown\":-3,\"tried\":4",
            "\"promise\":2,\"shown\":2147483647,\"tried\":4",
            "\"promise\":2,\"shown\":3,\"tried\":-1")) {
      Files.writeString(onlyFile(), whole.replace("\"promise\":2,\"shown\":3,\"tried\":4", counts));
      ReversalFiles next = files("usual");
      assertThat(next.recall(target)).as(counts).isEmpty();
      assertThat(next.remarks()).singleElement().isInstanceOf(Remark.Damaged.class);
    }
  }

  @Test
  void whatTwoExplorationsKeptIsJoined() throws Exception {
    files("usual").keep(target, KEPT);
    Path elsewhere = directory.resolve("elsewhere");
    Kept theirs =
        new Kept(
            Set.of(OTHER),
            List.of(
                new Candidate(ONE, 1, 1, 2, List.of(FIRST, SECOND)),
                new Candidate(OTHER, 1, 1, 0, List.of(SECOND))));
    new ReversalFiles(elsewhere, false, "usual").keep(target, theirs);
    files("usual").add(elsewhere);
    assertThat(files("usual").recall(target))
        .contains(
            new Kept(
                Set.of(ONE, OTHER),
                List.of(
                    new Candidate(ONE, 2, 4, 6, List.of(FIRST, SECOND)),
                    new Candidate(OTHER, 1, 1, 0, List.of(SECOND)))));
  }

  @Test
  void aDamagedFileIsReplacedByThatOfAnotherExploration() throws Exception {
    files("usual").keep(target, KEPT);
    Path elsewhere = directory.resolve("elsewhere");
    new ReversalFiles(elsewhere, false, "usual").keep(target, KEPT);
    for (byte[] damage : List.of(new byte[] {'{'}, new byte[] {(byte) 0xff})) {
      Files.write(onlyFile(), damage);
      files("usual").add(elsewhere);
      assertThat(files("usual").recall(target)).contains(KEPT);
    }
  }

  @Test
  void ofOtherSettingsOrAnotherBuildTheNewerStay() throws Exception {
    files("usual").keep(target, KEPT);
    Path elsewhere = directory.resolve("elsewhere");
    Kept theirs = new Kept(Set.of(OTHER), List.of());
    new ReversalFiles(elsewhere, false, "other").keep(target, theirs);
    files("usual").add(elsewhere);
    assertThat(files("usual").recall(target)).isEmpty();
    assertThat(files("other").recall(target)).contains(theirs);
  }
}
