package dev.harrier.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.model.command.Invocation;
import dev.harrier.report.RunId;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.SampleReports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RunStoreTest {
  private static final Instant START = Instant.parse("2026-01-31T23:59:59Z");

  @TempDir private Path root;
  private RunStore store;

  @BeforeEach
  void open() throws IOException {
    Files.createDirectories(root.resolve("find"));
    for (String file : List.of("find.go", "find_test.go", "poll.go")) {
      Files.writeString(root.resolve("find").resolve(file), "package find\n");
    }
    store = new RunStore(root.resolve(".harrier"), root);
  }

  /** The sample report as a run of this store. */
  private RunReport sample(RunDirectory directory) {
    RunReport sample = new SampleReports(root).leak();
    return new RunReport(
        header(directory, ProcessHandle.current().pid()).ended(sample.run().ending().orElseThrow()),
        sample.findings());
  }

  private RunRecord header(RunDirectory directory, long pid) {
    RunRecord r = new SampleReports(root).leak().run();
    return new RunRecord(
        directory.id(),
        r.harrierVersion(),
        r.go(),
        r.command(),
        r.invocation(),
        r.directory(),
        r.moduleRoot(),
        r.revision(),
        pid,
        r.started(),
        r.policy(),
        Optional.empty());
  }

  private RunDirectory finishedRun(Instant start) throws StoreException {
    RunDirectory run = store.begin(start);
    run.save(sample(run));
    store.finish(run);
    return run;
  }

  @Test
  void theRunBeforeIsTheNewestThatBeganEarlier() throws Exception {
    RunDirectory first = store.begin(START);
    RunDirectory second = store.begin(START);
    RunDirectory third = store.begin(START.plusSeconds(1));
    assertThat(store.before(third)).contains(second);
    assertThat(store.before(second)).contains(first);
    assertThat(store.before(first)).isEmpty();
  }

  @Test
  void whatWasSavedIsReadAgain() throws StoreException {
    RunDirectory run = finishedRun(START);
    assertThat(store.latest()).isEqualTo(sample(run));
    assertThat(root.resolve(".harrier/latest/findings.json")).exists();
  }

  @Test
  void aStoreMovesWithItsModule(@TempDir Path elsewhere) throws Exception {
    RunDirectory run = finishedRun(START);
    Path moved = elsewhere.resolve("m");
    Files.move(root.resolve("find"), Files.createDirectory(moved).resolve("find"));
    Files.move(root.resolve(".harrier"), moved.resolve(".harrier"));

    RunReport read = new RunStore(moved.resolve(".harrier"), moved).read(run.id());

    assertThat(read.findings().getFirst().location().file())
        .isEqualTo(moved.resolve("find/find.go").toString());
  }

  /** A path that no system has costs the run that names it; later runs are made as ever. */
  @Test
  void oneDamagedRunCostsThatRun() throws Exception {
    RunDirectory bad = finishedRun(START);
    Path header = bad.path().resolve(RunDirectory.RUN);
    Files.writeString(
        header,
        Files.readString(header).replaceFirst("\"directory\":\\s*\"", "\"directory\":\"\\\\u0000"));
    store = new RunStore(root.resolve(".harrier"), root);
    RunDirectory later = finishedRun(START.plusSeconds(1));
    RunDirectory last = finishedRun(START.plusSeconds(2));

    assertThat(store.latest().run().id()).isEqualTo(last.id());
    assertThat(store.list()).contains(bad.id(), later.id());
    assertThatThrownBy(() -> store.read(bad.id()))
        .isInstanceOf(StoreException.Unreadable.class)
        .hasMessageContaining(bad.path().toString())
        .hasMessageContaining("expected the name of a file");
  }

  @Test
  void runsThatStartInTheSameSecondAreApart() throws StoreException {
    RunDirectory first = store.begin(START);
    RunDirectory second = store.begin(START);
    assertThat(first.path()).isNotEqualTo(second.path());
    assertThat(second.id()).isGreaterThan(first.id());
  }

  @Test
  void theNewestRunsAreKeptAndOnlyTheNewestHasItsTraces() throws Exception {
    List<RunDirectory> runs =
        IntStream.range(0, RunStore.RUNS_KEPT + 3).mapToObj(this::runWithTrace).toList();
    assertThat(store.list()).hasSize(RunStore.RUNS_KEPT);
    assertThat(store.list().getFirst()).isEqualTo(runs.getLast().id());
    assertThat(runs.getLast().traces().resolve("1.htrace")).exists();
    assertThat(runs.get(runs.size() - 2).traces()).doesNotExist();
    assertThat(store.read(runs.get(runs.size() - 2).id()).findings()).hasSize(2);
  }

  @Test
  void replaysLeaveTheRunThatFoundWhatTheyReplay() throws Exception {
    RunDirectory found = runWithTrace(0);
    for (int i = 1; i < RunStore.RUNS_KEPT + 3; i++) {
      replay(i);
    }
    assertThat(store.list()).hasSize(RunStore.RUNS_KEPT + 1).last().isEqualTo(found.id());
  }

  @Test
  void aReplayDoesNotCountAsAnotherRunBeforeItSaysWhatItIs() throws Exception {
    RunDirectory oldest = runWithTrace(0);
    for (int i = 1; i < RunStore.RUNS_KEPT; i++) {
      runWithTrace(i);
    }
    replay(RunStore.RUNS_KEPT);
    assertThat(store.list()).hasSize(RunStore.RUNS_KEPT + 1).last().isEqualTo(oldest.id());
  }

  private void replay(int age) throws StoreException {
    RunDirectory run = store.begin(START.plusSeconds(age));
    RunRecord header = header(run, ProcessHandle.current().pid());
    run.save(
        new RunReport(
            new RunRecord(
                    header.id(),
                    header.harrierVersion(),
                    header.go(),
                    List.of("harrier", "replay", "0123"),
                    new Invocation("replay", Map.of(), List.of("0123"), List.of()),
                    header.directory(),
                    header.moduleRoot(),
                    header.revision(),
                    header.pid(),
                    header.started(),
                    header.policy(),
                    header.ending())
                .ended(sample(run).run().ending().orElseThrow()),
            List.of()));
    store.finish(run);
  }

  private RunDirectory runWithTrace(int age) {
    try {
      RunDirectory run = store.begin(START.plusSeconds(age));
      Files.writeString(run.traces().resolve("1.htrace"), "trace");
      run.save(sample(run));
      store.finish(run);
      return run;
    } catch (IOException | StoreException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void runsGoThatAreOldOrTooLarge() throws Exception {
    List<RunDirectory> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      RunDirectory run = store.begin(START.plusSeconds(i));
      run.save(sample(run));
      runs.addFirst(run);
    }
    age(runs.getLast().path().resolve(RunDirectory.RUN), 100);
    long one = 0;
    for (Path file : List.of(Path.of(RunDirectory.RUN), Path.of(RunDirectory.FINDINGS))) {
      one += Files.size(runs.getFirst().path().resolve(file));
    }
    prune(new Pruning(20, Duration.ofDays(90), 10 * one), runs);
    assertThat(runs.stream().map(r -> Files.exists(r.path())))
        .containsExactly(true, true, true, false);
    prune(new Pruning(20, Duration.ofDays(90), one * 3 / 2), runs.subList(0, 3));
    assertThat(runs.stream().map(r -> Files.exists(r.path())))
        .containsExactly(true, true, false, false);
  }

  private static void prune(Pruning pruning, List<RunDirectory> runs) throws IOException {
    List<KeptRun> kept = new ArrayList<>();
    for (RunDirectory run : runs) {
      kept.add(KeptRun.read(run));
    }
    pruning.apply(kept);
  }

  private static void age(Path path, int days) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(Instant.now().minus(Duration.ofDays(days))));
  }

  @Test
  void aRunThatIsGoingOnIsNotRemoved() throws Exception {
    RunDirectory going = store.begin(START);
    going.save(header(going, ProcessHandle.current().pid()));
    Files.writeString(going.traces().resolve("1.htrace"), "trace");
    for (int i = 1; i < RunStore.RUNS_KEPT + 5; i++) {
      finishedRun(START.plusSeconds(i));
    }
    assertThat(going.traces().resolve("1.htrace")).exists();
    assertThatThrownBy(() -> store.read(going.id())).hasMessageContaining("is still running");
  }

  /** Its findings are there before its end is: an editor that looks in between takes none of it. */
  @Test
  void aRunThatWritesWhatItFoundHasNotEnded() throws Exception {
    RunDirectory run = store.begin(START);
    RunReport report = sample(run);
    run.save(report);
    run.save(header(run, ProcessHandle.current().pid()));
    assertThat(store.hasEnded(run.id())).isFalse();
    run.save(report.run());
    assertThat(store.hasEnded(run.id())).isTrue();
    run.save(header(run, Long.MAX_VALUE));
    assertThat(store.hasEnded(run.id())).as("killed before its end").isTrue();
  }

  @Test
  void aRunThatWasKilledSaysSo() throws Exception {
    RunDirectory killed = store.begin(START);
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    killed.save(header(killed, process.pid()));
    assertThatThrownBy(() -> store.read(killed.id()))
        .isInstanceOf(StoreException.Unreadable.class)
        .hasMessageContaining("killed before it could report")
        .hasMessageContaining("harrier test ./...");
    assertThatThrownBy(store::latest).hasMessageContaining("no finished run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run.json", "findings.json"})
  void damageIsNamedWithTheFile(String name) throws Exception {
    RunDirectory run = finishedRun(START);
    Path file = run.path().resolve(name);
    byte[] whole = Files.readAllBytes(file);
    for (int length : new int[] {0, 1, whole.length / 2, whole.length - 3}) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> store.read(run.id()))
          .isInstanceOf(StoreException.Unreadable.class)
          .hasMessageContaining(file.toString());
    }
    Files.delete(file);
    assertThatThrownBy(() -> store.read(run.id()))
        .isInstanceOf(StoreException.Unreadable.class)
        .hasMessageContaining("missing");
  }

  @Test
  void aRunThatIsNotThereIsNamed() {
    RunId unknown = new RunId("20200101-000000-1");
    assertThatThrownBy(() -> store.read(unknown))
        .isInstanceOf(StoreException.Unreadable.class)
        .hasMessageContaining("no run 20200101-000000-1");
  }
}
