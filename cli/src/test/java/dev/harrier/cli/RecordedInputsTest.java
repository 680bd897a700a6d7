package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.base.file.Trees;
import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import dev.harrier.report.store.RunStore;
import dev.harrier.toolchain.tool.Command;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A replay reads the environment, the time zone and files as they were when the finding was made.
 */
final class RecordedInputsTest {
  private static final Path PROGRAMS =
      Path.of("..", "programs").toAbsolutePath().normalize().resolve("recorded");

  private static final String IDENTICAL = "all runs were identical, event for event";

  /** It takes a Begin and two notes to lose one, if the condition does not hold. */
  private static final String RECORDER =
      """
      package m

      import (
      	"os"
      	"sync"
      )

      // A Recorder counts notes once it has begun. It is safe for concurrent use.
      type Recorder struct {
      	mu    sync.Mutex
      	on    bool
      	notes int
      }

      // Begin switches it on.
      func (r *Recorder) Begin() {
      	r.mu.Lock()
      	defer r.mu.Unlock()
      	r.on = true
      }

      // Note counts a note, unless the recorder is off.
      func (r *Recorder) Note() bool {
      	r.mu.Lock()
      	on := r.on
      	if %s {
      		defer r.mu.Unlock()
      	} else {
      		r.mu.Unlock()
      	}
      	if on {
      		r.notes++
      	}
      	return on
      }
      """;

  @TempDir private Path directory;

  @BeforeEach
  void copyPrograms() throws IOException {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
    Files.walkFileTree(
        PROGRAMS,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path d, BasicFileAttributes a)
              throws IOException {
            Files.createDirectories(directory.resolve(PROGRAMS.relativize(d).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path f, BasicFileAttributes a) throws IOException {
            Files.copy(f, directory.resolve(PROGRAMS.relativize(f).toString()));
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** With the time zone of a machine whose clocks nothing changes. */
  private HarrierProcess harrier() {
    return new HarrierProcess(directory).with("TZ", "UTC");
  }

  private static Result fuzz(HarrierProcess harrier, String program, String... options) {
    return harrier.call(
        Stream.concat(
                Stream.of("fuzz", "--fresh", "--per-test", "5", "--without", "coverage"),
                Stream.concat(Stream.of(options), Stream.of("./" + program)))
            .toArray(String[]::new));
  }

  private Finding found(HarrierProcess harrier, String program, String... options)
      throws Exception {
    Result result = fuzz(harrier, program, options);
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    List<Finding> findings =
        new RunStore(directory.resolve(".harrier"), directory).latest().findings();
    assertThat(findings).hasSize(1);
    return findings.getFirst();
  }

  private static Result replay(HarrierProcess harrier, Finding finding, String... options) {
    return harrier.call(
        Stream.concat(
                Stream.of("replay", "-n", "3"),
                Stream.concat(Stream.of(options), Stream.of(finding.fingerprint().substring(0, 8))))
            .toArray(String[]::new));
  }

  private static String notes(Result result) {
    return result.out() + result.err();
  }

  private static void assertShown(Result replayed, int runs) {
    assertThat(notes(replayed))
        .contains("reproduced in %d of 3 runs".formatted(runs))
        .contains(IDENTICAL);
    assertThat(replayed.status()).as(replayed.toString()).isEqualTo(runs == 0 ? 0 : 1);
  }

  @Test
  void aVariableHasTheValueThatItHad() throws Exception {
    assertThat(fuzz(harrier(), "workers-variable/bug").status()).isZero();
    HarrierProcess three = harrier().with("MIRRORS", "3");
    assertThat(fuzz(three, "workers-variable/fixed").status()).isZero();
    Finding finding = found(three, "workers-variable/bug");

    Result unchanged = replay(three, finding);
    assertShown(unchanged, 3);
    assertThat(notes(unchanged)).doesNotContain("changed since");

    Result unset = replay(harrier(), finding);
    assertShown(unset, 3);
    assertThat(notes(unset))
        .contains(
            "the environment (MIRRORS) changed since the finding was made; the program reads");

    Result present = replay(harrier(), finding, "-inputs", "none");
    assertShown(present, 0);
    assertThat(notes(present))
        .contains("the environment (MIRRORS) changed since", "reads what is there now");

    // A whole replay string names the same finding.
    Result byString =
        harrier().call("replay", "-n", "3", finding.witness().schedule().orElseThrow());
    assertShown(byString, 3);
  }

  @Test
  void aFileIsReadAsItWas() throws Exception {
    Path room = directory.resolve("room-file/bug/testdata/room.txt");
    assertThat(fuzz(harrier(), "room-file/bug").status()).isZero();
    Files.writeString(room, "0\n");
    Files.writeString(directory.resolve("room-file/fixed/testdata/room.txt"), "0\n");
    assertThat(fuzz(harrier(), "room-file/fixed").status()).isZero();
    Finding finding = found(harrier(), "room-file/bug");

    Files.writeString(room, "4\n");
    Result replayed = replay(harrier(), finding);
    assertShown(replayed, 3);
    assertThat(notes(replayed))
        .contains("files (room-file/bug/testdata/room.txt) changed since the finding was made");
    assertThat(room).hasContent("4");
    assertShown(replay(harrier(), finding, "-inputs", "none"), 0);

    Files.delete(room);
    assertShown(replay(harrier(), finding), 3);
    assertThat(room).doesNotExist();
    assertNothingGivenIsLeft();
  }

  @Test
  void theTimeZoneIsThatOfTheFinding() throws Exception {
    assertThat(fuzz(harrier(), "changed-clock/bug").status()).isZero();
    HarrierProcess berlin = harrier().with("TZ", "Europe/Berlin");
    assertThat(fuzz(berlin, "changed-clock/fixed").status()).isZero();
    Finding finding = found(berlin, "changed-clock/bug");
    Result replayed = replay(harrier(), finding);
    assertShown(replayed, 3);
    assertThat(notes(replayed)).contains("the environment (TZ) changed since");
  }

  /** Only a digest of it is kept, so that a replay can only say that it changed. */
  @Test
  void aSecretIsNotKept() throws Exception {
    Path source = directory.resolve("workers-variable/bug/mirrors.go");
    Files.writeString(source, Files.readString(source).replace("MIRRORS", "API_TOKEN"));
    HarrierProcess secret = harrier().with("API_TOKEN", "0000000000000031");
    Finding finding = found(secret, "workers-variable/bug");
    assertNowhere("0000000000000031");

    assertThat(notes(replay(secret, finding))).doesNotContain("changed since");
    Result other = replay(harrier().with("API_TOKEN", "1"), finding);
    assertShown(other, 0);
    assertThat(notes(other))
        .contains(
            "the environment (API_TOKEN) changed since the finding was made, and what it was is not kept");
  }

  @Test
  void withoutValuesOnlyDigestsAreKept() throws Exception {
    HarrierProcess three = harrier().with("MIRRORS", "00000000000000000003");
    Finding finding = found(three, "workers-variable/bug", "-values", "off");
    assertNowhere("00000000000000000003");
    Result replayed = replay(harrier(), finding);
    assertShown(replayed, 0);
    assertThat(notes(replayed)).contains("(MIRRORS)", "what it was is not kept");
  }

  private void assertNowhere(String text) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve(".harrier/runs"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.toString().endsWith(".htrace") && !Files.isSymbolicLink(file)) {
          assertThat(
                  new String(
                      Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain(text);
        }
      }
    }
  }

  private Path recording(Finding finding) throws IOException {
    return directory
        .resolve(".harrier/latest")
        .toRealPath()
        .resolve("recordings/" + finding.fingerprint() + ".recording");
  }

  /**
   * Such as one from a server: it is given only if the user says so, and never chooses what runs.
   */
  @Test
  void aRecordingOfOthersIsGivenOnlyOnRequest() throws Exception {
    HarrierProcess three = harrier().with("MIRRORS", "3");
    Finding finding = found(three, "workers-variable/bug");
    Path recording = recording(finding);
    Files.writeString(
        recording,
        Files.readString(recording)
            .replace(
                "\"variables\":{",
                "\"variables\":{\"LD_PRELOAD\":{\"value\":\"/evil.so\"},\"PATH\":{\"value\":\"/evil\"},"
                    + "\"GODEBUG\":{\"value\":\"panicnil=1\"},\"HARRIER_CONTROL\":{\"value\":\"1\"},"));
    Result own = replay(harrier(), finding);
    assertShown(own, 0);
    assertThat(notes(own))
        .contains(
            "the environment (MIRRORS) differ from a recording that was not made by this user")
        .doesNotContain("PATH", "PRELOAD", "GODEBUG", "HARRIER_CONTROL");
    Result any = replay(harrier(), finding, "-inputs", "any");
    assertShown(any, 3);
    assertThat(notes(any))
        .contains("the environment (MIRRORS) changed since")
        .doesNotContain("PATH", "PRELOAD", "GODEBUG", "HARRIER_CONTROL");
  }

  @Test
  void aDamagedRecordingIsNone() throws Exception {
    HarrierProcess three = harrier().with("MIRRORS", "3");
    Finding finding = found(three, "workers-variable/bug");
    Files.writeString(recording(finding), "{");
    Result replayed = replay(three, finding);
    assertShown(replayed, 3);
    assertThat(notes(replayed)).doesNotContain("changed since", "differ from");
  }

  private static Result checkFix(HarrierProcess harrier, Finding finding, String... options) {
    return harrier.call(
        Stream.concat(
                Stream.of("check-fix", "-time", "20s"),
                Stream.concat(Stream.of(options), Stream.of(finding.fingerprint().substring(0, 8))))
            .toArray(String[]::new));
  }

  private void fix(String program, String file) throws IOException {
    Files.writeString(
        directory.resolve(program).resolve("bug").resolve(file),
        Files.readString(directory.resolve(program).resolve("fixed").resolve(file))
            .replaceFirst("(?m)^package fixed$", "package bug"));
  }

  private FixCheck check() throws Exception {
    return new RunStore(directory.resolve(".harrier"), directory)
        .latest().run().ending().orElseThrow().remarks().stream()
            .filter(Remark.FixChecked.class::isInstance)
            .map(remark -> ((Remark.FixChecked) remark).check())
            .findFirst()
            .orElseThrow();
  }

  /** Both programs, that before the change and that with it, read what the finding's run read. */
  @Test
  void aFixIsCheckedWithWhatTheFindingRead() throws Exception {
    Finding finding = found(harrier().with("MIRRORS", "3"), "workers-variable/bug");
    Path source = directory.resolve("workers-variable/bug/mirrors.go");
    Files.writeString(
        source, Files.readString(source).replace("make(chan int)", "make(chan int, 1)"));
    Result wrong = checkFix(harrier(), finding);
    assertThat(wrong.status()).as(wrong.toString()).isEqualTo(1);
    assertThat(check().verdict()).isEqualTo(new FixVerdict.StillThere());
    assertThat(notes(wrong))
        .contains(
            "the environment (MIRRORS) changed since the finding was made; the program reads");

    Result unread = checkFix(harrier(), finding, "-inputs", "none");
    assertThat(unread.status()).as(unread.toString()).isZero();
    assertThat(notes(unread)).contains("the program reads what is there now");

    fix("workers-variable", "mirrors.go");
    Result right = checkFix(harrier(), finding);
    assertThat(right.status()).as(right.toString()).isZero();
    assertThat(check().before().orElseThrow().shown()).as(right.toString()).isGreaterThan(1);
    assertNothingGivenIsLeft();
  }

  private void assertNothingGivenIsLeft() throws IOException {
    try (Stream<Path> left = Files.walk(directory.resolve(".harrier/runs"))) {
      assertThat(left.filter(f -> f.endsWith("given"))).isEmpty();
    }
  }

  /** That the program reads something else is said: silence then says less. */
  @Test
  void aFixIsCheckedWithoutWhatCannotBeGiven() throws Exception {
    Path source = directory.resolve("workers-variable/bug/mirrors.go");
    Files.writeString(source, Files.readString(source).replace("MIRRORS", "API_TOKEN"));
    Finding finding = found(harrier().with("API_TOKEN", "3"), "workers-variable/bug");
    assertThat(notes(checkFix(harrier(), finding)))
        .contains(
            "the environment (API_TOKEN) changed since the finding was made, and what it was is not kept");
  }

  @Test
  void aFixIsCheckedWithARecordingOfOthersOnlyOnRequest() throws Exception {
    Finding finding = found(harrier().with("MIRRORS", "3"), "workers-variable/bug");
    Path recording = recording(finding);
    Files.writeString(recording, Files.readString(recording).replaceFirst("^\\p{XDigit}+", ""));
    Result own = checkFix(harrier(), finding);
    assertThat(own.status()).as(own.toString()).isZero();
    assertThat(notes(own)).contains("(MIRRORS) differ from a recording that was not made by");
    Result any = checkFix(harrier(), finding, "-inputs", "any");
    assertThat(any.status()).as(any.toString()).isEqualTo(1);
  }

  /** A file that the test reads is as it was, unless the change has edited it. */
  @Test
  void aFixMayBeInAFileThatTheTestReads() throws Exception {
    Path room = directory.resolve("room-file/bug/testdata/room.txt");
    Files.writeString(room, "0\n");
    Files.writeString(directory.resolve(".gitignore"), ".harrier\n");
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "bug");
    Finding finding = found(harrier(), "room-file/bug");
    Files.writeString(room, "4\n");
    Result edited = checkFix(harrier(), finding);
    assertThat(edited.status()).as(edited.toString()).isZero();
    assertThat(notes(edited))
        .contains(
            "files (room-file/bug/testdata/room.txt) differ from what the finding's execution read");

    Trees.delete(directory.resolve(".git"));
    Result local = checkFix(harrier(), finding);
    assertThat(local.status()).as(local.toString()).isEqualTo(1);
    assertThat(notes(local))
        .contains("files (room-file/bug/testdata/room.txt) changed since the finding was made");
    assertThat(room).hasContent("4");
    fix("room-file", "queue.go");
    Result fixed = checkFix(harrier(), finding);
    assertThat(fixed.status()).as(fixed.toString()).isZero();
    assertNothingGivenIsLeft();
  }

  private void git(String... arguments) throws Exception {
    List<String> line =
        Stream.concat(
                Stream.of("git", "-c", "user.name=a", "-c", "user.email=a@example.com"),
                Stream.of(arguments))
            .toList();
    assertThat(Command.run(line, directory, System.getenv()).status()).isZero();
  }

  /** Runs of other clones are joined with their recordings: whose they are stays known. */
  @Test
  void aMergeTakesRecordingsOver() throws Exception {
    Files.writeString(directory.resolve("room-file/bug/testdata/room.txt"), "0\n");
    HarrierProcess three = harrier().with("MIRRORS", "3");
    Finding variable = found(three, "workers-variable/bug");
    Path ofVariable = away("variable");
    Finding file = found(three, "room-file/bug");
    Path ofFile = away("file");
    Files.writeString(directory.resolve("room-file/bug/testdata/room.txt"), "4\n");

    assertThat(harrier().call("merge", ofVariable.toString(), ofFile.toString()).status())
        .isEqualTo(1);
    assertShown(replay(harrier(), variable), 3);
    assertShown(replay(harrier(), file), 3);

    // An edited recording counts as one of others.
    Path recording =
        ofVariable
            .resolve("latest")
            .toRealPath()
            .resolve("recordings/" + variable.fingerprint() + ".recording");
    Files.writeString(recording, Files.readString(recording).replace("\"3\"", "\"4\""));
    Trees.delete(directory.resolve(".harrier"));
    assertThat(harrier().call("merge", ofVariable.toString(), ofFile.toString()).status())
        .isEqualTo(1);
    Result compared = replay(harrier(), variable);
    assertShown(compared, 0);
    assertThat(notes(compared)).contains("(MIRRORS) differ from a recording that was not made by");
    assertShown(replay(harrier(), variable, "-inputs", "any"), 3);
    assertShown(replay(harrier(), file), 3);

    Trees.delete(directory.resolve(".harrier"));
    Result digests = harrier().call("merge", "-values", "off", ofFile.toString());
    assertThat(digests.status()).as(digests.toString()).isEqualTo(1);
    Result unkept = replay(harrier(), file);
    assertShown(unkept, 0);
    assertThat(notes(unkept)).contains("room.txt) changed since", "what it was is not kept");
  }

  /** Moves the store out of the module, as if another clone had it. */
  private Path away(String name) throws IOException {
    Path store = directory.resolve(".harrier");
    Path away = directory.resolve("away").resolve(name);
    Files.createDirectories(away.getParent());
    return Files.move(store, away);
  }

  /** Also of a finding that fewer calls show than those of the scenario that found it. */
  @Test
  void aFindingOfProbeHasItsRecording() throws Exception {
    Path module = Files.createDirectories(directory.resolve("probed"));
    GoModule.at(module)
        .file("recorder.go", RECORDER.formatted("os.Getenv(\"UNGUARDED\") == \"\""))
        .test("", "r := &Recorder{}\nif r.Note() { t.Error() }");
    assertThat(probe(new HarrierProcess(module)).status()).isZero();
    Result result = probe(new HarrierProcess(module).with("UNGUARDED", "1"));
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    Matcher again = ProbeCommandTest.REPLAY.matcher(result.out());
    assertThat(again.find()).as(result.toString()).isTrue();
    assertThat(again.group(1)).as(result.toString()).contains("fewer");
    Result replayed =
        new HarrierProcess(module)
            .call(
                "replay",
                "-n",
                "3",
                "-fail-on",
                "suspicious",
                "-overlay",
                again.group(1),
                again.group(2));
    assertShown(replayed, 3);
    assertThat(notes(replayed)).contains("the environment (UNGUARDED) changed since");
    assertShown(
        new HarrierProcess(module)
            .call(
                "replay", "-n", "3", "-inputs", "none", "-overlay", again.group(1), again.group(2)),
        0);

    Trees.delete(module.resolve(".harrier"));
    GoModule.at(module)
        .file("recorder.go", RECORDER.formatted("os.Getenv(\"UNGUARDED\") != \"2\""));
    assertThat(probe(new HarrierProcess(module).with("UNGUARDED", "1")).status()).isZero();
  }

  private static Result probe(HarrierProcess harrier) {
    return harrier.call("probe", "-fail-on", "suspicious", "-per-test", "60", "-time", "10m", ".");
  }
}
