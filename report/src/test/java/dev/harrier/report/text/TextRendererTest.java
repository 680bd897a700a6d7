package dev.harrier.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.ending.Gap;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.Sightings;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Site;
import dev.harrier.report.FailOn;
import dev.harrier.report.FailurePolicy;
import dev.harrier.report.FindingGroup;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.SampleEndings;
import dev.harrier.report.SampleReports;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.store.KeptLines;
import dev.harrier.report.text.TextRenderer.Volume;
import dev.harrier.report.words.Remarks;
import dev.harrier.testkit.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TextRendererTest {
  @TempDir private Path root;

  private String text(RunReport report, Palette palette) throws IOException {
    return text(report, palette, Volume.BRIEF);
  }

  private String text(RunReport report, Palette palette, Volume volume) throws IOException {
    StringBuilder out = new StringBuilder();
    new TextRenderer(new SourcePaths(root), palette, volume).render(report, out);
    return out.toString();
  }

  private void source(Instant modified) throws IOException {
    Path file = root.resolve("find/find.go");
    Files.createDirectories(root.resolve("find"));
    Files.writeString(
        file, "\n".repeat(10) + "\tch := make(chan string)\n\n\n" + "\t\tch <- lookup(name)\n");
    Files.setLastModifiedTime(file, FileTime.from(modified));
  }

  @Test
  void aFindingIsALineAndWhatShowsIt() throws IOException {
    source(Instant.EPOCH);
    Golden.assertMatches("leak.txt", text(new SampleReports(root).leak(), Palette.PLAIN));
  }

  @Test
  void everythingIsShownOnDemand() throws IOException {
    source(Instant.EPOCH);
    Golden.assertMatches(
        "leak-whole.txt", text(new SampleReports(root).leak(), Palette.PLAIN, Volume.WHOLE));
  }

  @Test
  void aRunWithoutTheFindingStandsBelowTheOneWithIt() throws IOException {
    source(Instant.EPOCH);
    RunReport report = new SampleReports(root).explored();
    assertThat(text(report, Palette.PLAIN, Volume.WHOLE))
        .containsPattern("with the finding:\n(.*\n)*?.*without it:\n")
        .containsPattern(
            "without it:\n.*\n +> .*received from channel o3.*\n +> sent on channel o3")
        .contains(
            "chance  1 of 10 schedules that are random from the start show it, 10 of 10 that are"
                + " random after find_test.go:14 (goroutine 18 sent on channel o3)")
        .contains(
            "passes  unless another goroutine runs at scheduling point 3 of a goroutine: harrier"
                + " replay -n 1 'harrier2:pkg=example.com/m/find;passes'");
    assertThat(text(report, Palette.PLAIN)).doesNotContain("chance").doesNotContain(";passes");
  }

  @Test
  void whatWasNotCoveredStandsBelowTheFindings() throws IOException {
    source(Instant.EPOCH);
    RunReport report = new SampleReports(root).explored();
    assertThat(text(report, Palette.PLAIN, Volume.WHOLE))
        .containsPattern("\n  id .*\n\nfind/find.go:14: this send never .*\n\nharrier: note: ");
    assertThat(text(report, Palette.PLAIN)).doesNotContain("this send never");
  }

  @Test
  void leaksInProductionSayWhatTheyCost() throws IOException {
    source(Instant.EPOCH);
    Golden.assertMatches(
        "leak-in-production.txt", text(new SampleReports(root).leakInProduction(), Palette.PLAIN));
  }

  /** As in a program that is traced. */
  @Test
  void whatNoTestIsChargedWithIsOnlySeen() throws IOException {
    source(Instant.EPOCH);
    RunReport sample = new SampleReports(root).leak();
    Finding leak = sample.failing().getFirst();
    Finding often =
        new Finding(
            leak.rule(),
            leak.strength(),
            leak.defect(),
            leak.location(),
            "",
            leak.explanation(),
            leak.witness(),
            leak.fingerprint(),
            new Sightings(199, 0));
    assertThat(text(new RunReport(sample.run(), List.of(often)), Palette.PLAIN))
        .contains("\n  seen    199 times\n")
        .doesNotContain("  test ");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 6, 10, 16})
  void aFindingHasAtMostTwentyFiveLines(int goroutines) throws IOException {
    source(Instant.EPOCH);
    String text = text(new SampleReports(root).leakOf(goroutines), Palette.PLAIN);
    assertThat(text.substring(0, text.indexOf("\n\nharrier: ")).lines())
        .hasSizeLessThanOrEqualTo(25)
        .anyMatch(line -> line.startsWith("  replay"));
    Golden.assertMatches("leak-of-%d.txt".formatted(goroutines), text);
  }

  /** The write in line 9 races with three reads, one of which races with another write. */
  @Test
  void racesThatShareAnAccessAreReportedTogether() throws IOException {
    RunReport report =
        new SampleReports(root)
            .races(
                new int[] {9, 21},
                new int[] {50, 60},
                new int[] {9, 22},
                new int[] {11, 22},
                new int[] {9, 23});
    assertThat(FindingGroup.of(report.failing()).stream().map(g -> g.others().size()))
        .containsExactly(3, 0);
    Golden.assertMatches("races.txt", text(report, Palette.PLAIN));
    assertThat(text(report, Palette.PLAIN, Volume.WHOLE).lines())
        .filteredOn(line -> line.contains(": data-race: "))
        .hasSize(5);
  }

  /** What may follow from the failure of its test, but for a single one, is only counted. */
  @Test
  void consequencesAreOneLineWithTheirNumber() throws IOException {
    RunReport sample = new SampleReports(root).leak();
    Finding other = sample.listed().getFirst();
    Finding consequence = other.suspicious(new Doubt.TestFailedBefore(true));
    List<Finding> findings =
        Stream.concat(Stream.of(other), Stream.generate(() -> consequence).limit(28)).toList();
    assertThat(text(new RunReport(sample.run(), findings), Palette.PLAIN).lines())
        .containsOnlyOnce("... and 28 after their test had failed, which may only be consequences")
        .filteredOn(line -> line.contains("(suspicious)"))
        .hasSize(1);
    assertThat(text(new RunReport(sample.run(), List.of(other, consequence)), Palette.PLAIN))
        .contains("it may only be a consequence")
        .doesNotContain("... and");
  }

  /** As of a limiter whose tests assert how much passes it in a minute. */
  @Test
  void assertionsThatNeedSecondsAreOneLineWithTheirNumberAndNoLineIsLong() throws IOException {
    RunReport sample = new SampleReports(root).leak();
    Site at = new Site("m.limit", "m/limit.go", 7);
    Finding quick = failed("got 1 ".repeat(100), new Doubt.ComputingAssumed(at, 900_000));
    Finding twice = quick.doubted(new Doubt.ComputingAssumed(at, 99_000));
    Finding slow = quick.doubted(new Doubt.ComputingAssumed(at, 100_000));
    Finding delayed = failed("got 2", new Doubt.SlownessAssumed(20_000));
    List<Finding> findings =
        Stream.concat(
                Stream.of(quick, twice),
                Stream.generate(() -> List.of(slow, delayed)).limit(10).flatMap(List::stream))
            .toList();
    String text = text(new RunReport(sample.run(), findings), Palette.PLAIN);
    assertThat(text.lines())
        .containsOnlyOnce(
            "... and 20 failed assertions that need code or goroutines to be slow, by a second or"
                + " more")
        .filteredOn(line -> line.contains("(suspicious)"))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("got 1 got 1").hasSizeLessThan(450));
    assertThat(text).contains("; 1 more assumption of slow code\n");
    assertThat(text(new RunReport(sample.run(), List.of(slow)), Palette.PLAIN))
        .doesNotContain("... and");
  }

  private static Finding failed(String message, Doubt doubt) {
    Finding leak = new SampleReports(Path.of("/m")).leak().listed().getFirst();
    return new Finding(
        leak.rule(),
        Strength.SUSPICIOUS,
        new Defect.TestFailed(message),
        leak.location(),
        leak.test(),
        new Explanation(
            List.of(), List.of(), List.of(), List.of(), List.of(doubt), Optional.empty()),
        leak.witness(),
        leak.fingerprint(),
        leak.sightings());
  }

  @Test
  void oneAdviceIsGivenOnceAndEachFindingIsShownOnce() throws IOException {
    RunReport report =
        new SampleReports(root)
            .races(
                new int[] {9, 21},
                new int[] {50, 60},
                new int[] {70, 80},
                new int[] {90, 100},
                new int[] {110, 120});
    for (Volume volume : List.of(Volume.BRIEF, Volume.WHOLE)) {
      String text = text(report, Palette.PLAIN, volume);
      assertThat(text.lines())
          .containsOnlyOnce("  fix     Guard every access with the same lock.")
          .filteredOn(line -> line.equals("  fix     as above"))
          .hasSize(4);
      assertThat(text.lines()).filteredOn(line -> line.contains("data-race")).hasSize(5);
    }
  }

  /** Goroutines of two tests are stuck in one line of what both call. */
  @Test
  void whatIsStuckAtOnePlaceIsReportedTogether() throws IOException {
    source(Instant.EPOCH);
    RunReport sample = new SampleReports(root).leakOf(2);
    Finding leak = sample.failing().getFirst();
    Finding other =
        new Finding(
            leak.rule(),
            leak.strength(),
            leak.defect(),
            leak.location(),
            "TestOther",
            leak.explanation(),
            leak.witness(),
            "0123456789abcdef",
            leak.sightings());
    // With one cause they would be one defect.
    Finding another = other.with(other.witness().causedBy(Optional.empty()));
    RunReport both = new RunReport(sample.run(), List.of(leak, another));
    assertThat(text(both, Palette.PLAIN))
        .containsOnlyOnce(": goroutine-leak: ")
        .contains("1 more finding at the same place; -v shows it in full:\n")
        .containsPattern("(?m)^  goroutine .* \\(Test(Find|Other)\\)   harrier ");
    assertThat(text(both, Palette.PLAIN, Volume.WHOLE).lines())
        .filteredOn(line -> line.contains(": goroutine-leak: "))
        .hasSize(2);
  }

  /** The counts are those of defects; -v has each shape in full. */
  @Test
  void theShapesOfOneDefectAreOneFinding() throws IOException {
    source(Instant.EPOCH);
    RunReport sample = new SampleReports(root).leakOf(2);
    Finding leak = sample.failing().getFirst();
    Finding other =
        new Finding(
            leak.rule(),
            leak.strength(),
            new Defect.Deadlocked(true, BlockReason.CHAN_SEND, 1),
            leak.location(),
            "TestOther",
            leak.explanation(),
            leak.witness(),
            "fedcba9876543210",
            leak.sightings());
    RunReport both = new RunReport(sample.run(), List.of(leak, other));
    assertThat(text(both, Palette.PLAIN))
        .contains("The same defect also shows in 1 other shape; -v shows it in full:\n  find/")
        .containsPattern(
            "(?m)^  find/find.go:.* the test is deadlocked .* \\(TestOther\\)   harrier ")
        .contains("harrier: 1 finding, 1 more shape of it");
    assertThat(text(both, Palette.PLAIN, Volume.WHOLE))
        .containsOnlyOnce("  shape   one defect with the finding at find/find.go:");
    RunReport listed =
        new RunReport(
            sample.run(), List.of(leak.with(Strength.SUSPICIOUS), other.with(Strength.SUSPICIOUS)));
    assertThat(text(listed, Palette.PLAIN))
        .contains("; also in 1 other shape\n")
        .contains("harrier: nothing found, 1 suspicious, 1 more shape of it");
  }

  @Test
  void aSendThatPanicsIsReportedWithItsRace() throws IOException {
    assertThat(text(new SampleReports(root).overtakenSend(), Palette.PLAIN))
        .contains(
            """
            1 more finding that shares an access with it or with each other; -v shows it in full:
              sent at feed.go:9, closed at feed.go:21
            """);
  }

  @Test
  void theCasesOfALargeSelectGetALineEach() throws IOException {
    assertThat(text(new SampleReports(root).leakInSelect(7), Palette.PLAIN, Volume.WHOLE))
        .contains(
            """
              o5      channel, unbuffered, never closed, 0 sent, 0 received
                      made at
                        find/find.go:25  find.Find
              o6      channel, unbuffered, never closed, 0 sent, 0 received, made at find/find.go:26
              o7      channel, unbuffered, never closed, 0 sent, 0 received, made at find/find.go:27
            """);
  }

  @Test
  void aTerminalGetsColors() throws IOException {
    source(Instant.EPOCH);
    String painted = text(new SampleReports(root).leak(), Palette.ANSI);
    assertThat(painted).contains("\u001b[1;31mgoroutine-leak:\u001b[0m");
    assertThat(painted.replaceAll("\u001b\\[[0-9;]*m", ""))
        .isEqualTo(text(new SampleReports(root).leak(), Palette.PLAIN));
  }

  @Test
  void aFileThatChangedSinceTheRunIsNotQuoted() throws IOException {
    source(Instant.now());
    assertThat(text(new SampleReports(root).leak(), Palette.PLAIN))
        .doesNotContain("ch <- lookup(name)");
  }

  @Test
  void theLineThatWasKeptIsQuotedInstead() throws IOException {
    source(Instant.now());
    RunReport leak = new SampleReports(root).leak();
    KeptLines kept =
        new KeptLines(Map.of("find/find.go", new TreeMap<>(Map.of(14, "\t\tch <- before(name)"))));
    StringBuilder out = new StringBuilder();
    new TextRenderer(new SourcePaths(root), Palette.PLAIN, Volume.BRIEF, kept).render(leak, out);
    assertThat(out.toString()).contains("    14 | ch <- before(name)   (as it was then)\n");
  }

  @Test
  void whatIsProvenIsNotNothingWhenItFailsNoRun() throws IOException {
    RunReport report = new SampleReports(root).leak().judgedBy(FailurePolicy.of(FailOn.NEVER));
    assertThat(text(report, Palette.PLAIN))
        .endsWith(
            "harrier: nothing fails this run, 1 observed, 1 suspicious (1 process, 12,402 events, 1.2 s)\n");
  }

  @Test
  void whereNoProcessRanNothingIsSaidOfTheCode() throws IOException {
    RunReport ran = new SampleReports(root).of(new RunOutcome.Passed(), List.of());
    RunRecord.Ending none =
        new RunRecord.Ending(
            Duration.ofMillis(700),
            new RunOutcome.TargetFailed(1, new TargetFailure.DoesNotBuild()),
            new RunRecord.Basis.Traces(0, 0),
            List.of(),
            List.of());
    assertThat(text(new RunReport(ran.run().ended(none), List.of()), Palette.PLAIN))
        .isEqualTo(
            """
            harrier: the code under test does not build; see go's messages above
            harrier: nothing ran (0 processes, 0 events, 0.7 s)
            """);
  }

  @Test
  void theSummarySaysHowTheRunEndedAndWhatIsMissing() throws IOException {
    SampleReports reports = new SampleReports(root);
    assertThat(text(reports.of(new RunOutcome.Passed(), List.of()), Palette.PLAIN))
        .isEqualTo("harrier: nothing found (1 process, 12,402 events, 1.2 s)\n");
    assertThat(
            text(
                reports.of(
                    new RunOutcome.TimedOut(Duration.ofSeconds(2)),
                    List.of(
                        new Gap.IncompleteTraces(
                            1, Completeness.Cause.NOT_WRITTEN, "the disk was full", 3)),
                    new Remark.UselessSuppression("a.go", 3, "it silences nothing")),
                Palette.PLAIN))
        .isEqualTo(
            """
            harrier: note: a.go:3: it silences nothing
            harrier: incomplete: the disk was full, at least 3 events lost
            harrier: the program was still running after 2.0 s
            harrier: nothing found, incomplete: 1 trace cut, 3 events lost (1 process, 12,402 events, 1.2 s)
            """);
  }

  @Test
  void everyGapIsInTheLastLine() throws IOException {
    RunReport report = new SampleReports(root).of(new RunOutcome.Passed(), SampleEndings.gaps());
    assertThat(text(report, Palette.PLAIN).lines())
        .contains(
            "harrier: incomplete: the trace 17-1 can't be read: it is damaged",
            "harrier: incomplete: 2 processes: the disk was full, at least 3 events lost",
            "harrier: 7 more gaps; -v shows them")
        .endsWith(
            "harrier: nothing found, incomplete: 4 shards lost, 1 process lost, 1 test not run,"
                + " 2 traces cut, 3 events lost, 3 tests cut short, 12 functions not analyzed,"
                + " predictions limited (1 process, 12,402 events, 1.2 s)");
  }

  @Test
  void everyRemarkIsASentence() {
    RunReport report =
        new SampleReports(root)
            .of(new RunOutcome.Passed(), List.of(), SampleEndings.remarks().toArray(Remark[]::new));
    assertThat(Remarks.of(report.run().ending().orElseThrow()))
        .contains("2 findings are silenced", "reproduced in 9 of 10 runs", "a message")
        .contains("shard-2: 1 finding is silenced")
        .noneMatch(String::isBlank);
  }
}
