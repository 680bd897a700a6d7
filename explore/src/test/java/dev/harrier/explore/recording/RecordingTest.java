package dev.harrier.explore.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.base.file.CacheTag;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordingTest {
  private static final String FINGERPRINT = "0123456789abcdef";
  private static final byte[] BYTES = "content".getBytes(StandardCharsets.UTF_8);
  private static final String DIGEST = RecordingFiles.digest(BYTES);

  private static final Recording ALL =
      new Recording(
          "example.com/m",
          "TestM",
          Map.of(
              "A", new Recording.Value.Text("1\n2"),
              "B", new Recording.Value.Unset(),
              "C", new Recording.Value.Hidden("ab")),
          Map.of(
              "testdata/a", new Recording.Content.Known(BYTES.length, DIGEST, true),
              "/etc/b", new Recording.Content.Absent(),
              "c", new Recording.Content.Hidden("cd")));

  @TempDir private Path directory;

  private RecordingKey key(String cache) {
    Path caches = directory.resolve(cache);
    CacheTag.claim(caches);
    return RecordingKey.in(caches).orElseThrow();
  }

  @Test
  void isReadAsItWasWritten() {
    assertThat(Recording.parse(ALL.json())).contains(ALL);
  }

  @Test
  void aDamagedOneIsNone() {
    for (String text :
        List.of(
            "",
            "[]",
            "{}",
            ALL.json().replace("\"version\":1", "\"version\":2"),
            ALL.json().replace(DIGEST, "../../etc/passwd"),
            ALL.json().substring(9),
            "[".repeat(100_000))) {
      assertThat(Recording.parse(text)).as(text).isEmpty();
    }
  }

  @Test
  void isOnesOwnOnlyAsItWasMade() throws Exception {
    RecordingFiles files = new RecordingFiles(directory.resolve("recordings"));
    Optional<RecordingKey> own = Optional.of(key("own"));
    files.save(FINGERPRINT, ALL, own);
    Path file = files.directory().resolve(FINGERPRINT + ".recording");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(files.find(FINGERPRINT, own)).contains(new RecordingFiles.Found(ALL, true));
    assertThat(files.find(FINGERPRINT, Optional.of(key("others"))))
        .contains(new RecordingFiles.Found(ALL, false));
    assertThat(files.find(FINGERPRINT, Optional.empty()))
        .contains(new RecordingFiles.Found(ALL, false));
    Files.copy(file, files.directory().resolve("fedcba9876543210.recording"));
    assertThat(files.find("fedcba9876543210", own)).contains(new RecordingFiles.Found(ALL, false));
    assertThat(files.find("../" + FINGERPRINT, own)).isEmpty();
  }

  @Test
  void aKeyThatOthersMayReadIsNone() throws Exception {
    RecordingKey made = key("cache");
    Path file = directory.resolve("cache").resolve(RecordingKey.FILE);
    assertThat(key("cache").digest("x")).isEqualTo(made.digest("x"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(RecordingKey.in(directory.resolve("cache"))).isEmpty();
    assertThat(RecordingKey.in(directory)).isEmpty();
  }

  @Test
  void aContentIsGivenOnlyAsItWas() throws Exception {
    RecordingFiles files = new RecordingFiles(directory.resolve("recordings"));
    Recording.Content.Known known = new Recording.Content.Known(BYTES.length, DIGEST, true);
    Path copy = directory.resolve("copy");
    assertThat(files.give(known, copy)).isFalse();
    assertThat(files.keep(BYTES, DIGEST)).isTrue();
    assertThat(files.give(known, copy)).isTrue();
    assertThat(copy).hasContent("content");
    Files.writeString(files.directory().resolve(DIGEST), "CONTENT");
    assertThat(files.give(known, directory.resolve("other"))).isFalse();
    assertThat(directory.resolve("other")).doesNotExist();
  }

  @Test
  void whatCantBeSavedLeavesNothing() throws Exception {
    RecordingFiles files = new RecordingFiles(directory.resolve("recordings"));
    Path place = files.directory().resolve(FINGERPRINT + ".recording");
    Files.createDirectories(place.resolve("in the way"));
    assertThatThrownBy(() -> files.save(FINGERPRINT, ALL, Optional.empty()))
        .isInstanceOf(IOException.class);
    try (Stream<Path> left = Files.list(files.directory())) {
      assertThat(left).containsExactly(place);
    }
  }

  @Test
  void namesAreReadAsTheHooksWriteThem() throws Exception {
    Path file = directory.resolve("reads");
    Files.writeString(file, "EA\0F/m/a\0EB\0E\0EA\0F/m/b");
    assertThat(ReadNames.of(file))
        .isEqualTo(new ReadNames(Set.of("A", "B"), true, Set.of("/m/a", "/m/b")));
    assertThat(ReadNames.of(directory.resolve("none")))
        .isEqualTo(new ReadNames(Set.of(), false, Set.of()));
  }

  @Test
  void filesOfTheModuleAreNamedByTheirPlaceInIt() throws Exception {
    Path real = Files.createDirectories(directory.toRealPath().resolve("module"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), real);
    Recordings.Directories here = new Recordings.Directories(link, List.of());
    assertThat(here.named(real + "/a/../b")).isEqualTo("a/../b");
    assertThat(here.opened("a/../b")).isEqualTo(real + "/a/../b");
    assertThat(here.named(real + "2/a")).isEqualTo(real + "2/a");
    assertThat(here.opened("/etc/b")).isEqualTo("/etc/b");
  }

  private RecordingFiles files(String name) {
    return new RecordingFiles(directory.resolve(name));
  }

  private static Recording ofFile(String name, Recording.Content content) {
    return new Recording("example.com/m", "TestM", Map.of(), Map.of(name, content));
  }

  @Test
  void isTakenOverFromAnotherRun() throws Exception {
    Optional<RecordingKey> own = Optional.of(key("own"));
    RecordingFiles from = files("from");
    from.save(FINGERPRINT, ALL, own);
    assertThat(from.keep(BYTES, DIGEST)).isTrue();
    RecordingFiles to = files("to");
    assertThat(to.take(FINGERPRINT, from, own, true)).isTrue();
    assertThat(to.find(FINGERPRINT, own)).contains(new RecordingFiles.Found(ALL, true));
    assertThat(to.give(new Recording.Content.Known(BYTES.length, DIGEST, true), to.content("copy")))
        .isTrue();
    assertThat(to.take("../" + FINGERPRINT, from, own, true)).isFalse();
    assertThat(to.take("0123456789abcde0", from, own, true)).isFalse();

    // A recording of others gets no signature.
    RecordingFiles theirs = files("theirs");
    Optional<RecordingKey> other = Optional.of(key("other"));
    assertThat(theirs.take(FINGERPRINT, from, other, true)).isTrue();
    assertThat(theirs.find(FINGERPRINT, other)).contains(new RecordingFiles.Found(ALL, false));
    assertThat(theirs.find(FINGERPRINT, own)).contains(new RecordingFiles.Found(ALL, false));
  }

  @Test
  void isTakenOverWithoutValues() throws Exception {
    Optional<RecordingKey> own = Optional.of(key("own"));
    RecordingFiles from = files("from");
    from.save(FINGERPRINT, ALL, own);
    assertThat(from.keep(BYTES, DIGEST)).isTrue();
    RecordingFiles to = files("to");
    assertThat(to.take(FINGERPRINT, from, own, false)).isTrue();
    assertThat(to.directory().resolve(DIGEST)).doesNotExist();
    Recording taken = to.find(FINGERPRINT, own).orElseThrow().recording();
    assertThat(taken.variables())
        .containsEntry("A", Recordings.hidden(own, "A", "1\n2"))
        .containsEntry("B", new Recording.Value.Unset())
        .containsEntry("C", new Recording.Value.Hidden("ab"));
    assertThat(taken.files())
        .containsEntry("testdata/a", Recordings.hidden(own, BYTES.length, DIGEST))
        .containsEntry("/etc/b", new Recording.Content.Absent());
  }

  /** Nothing behind a link is read, nor what is not as the recording says. */
  @Test
  void ofAnotherRunOnlyWholeFilesCount() throws Exception {
    Recording recording = ofFile("a", new Recording.Content.Known(BYTES.length, DIGEST, true));
    Recording without = ofFile("a", new Recording.Content.Known(BYTES.length, DIGEST, false));
    Path outside = Files.write(directory.resolve("outside"), BYTES);
    RecordingFiles from = files("from");
    from.save(FINGERPRINT, recording, Optional.empty());

    Files.createSymbolicLink(from.content(DIGEST), outside);
    assertThat(taken(from, "link")).isEqualTo(without);
    Files.delete(from.content(DIGEST));
    assertThat(taken(from, "missing")).isEqualTo(without);
    Files.createDirectory(from.content(DIGEST));
    assertThat(taken(from, "directory")).isEqualTo(without);
    Files.delete(from.content(DIGEST));
    Files.writeString(from.content(DIGEST), "CONTENT");
    assertThat(taken(from, "other")).isEqualTo(without);
    Files.write(from.content(DIGEST), BYTES);
    assertThat(taken(from, "whole")).isEqualTo(recording);

    Files.createSymbolicLink(directory.resolve("linked"), from.directory());
    assertThat(files("to").take(FINGERPRINT, files("linked"), Optional.empty(), true)).isFalse();
    Files.createDirectory(directory.resolve("links"));
    Files.createSymbolicLink(
        directory.resolve("links/" + FINGERPRINT + ".recording"),
        from.directory().resolve(FINGERPRINT + ".recording"));
    assertThat(files("to").take(FINGERPRINT, files("links"), Optional.empty(), true)).isFalse();
    assertThat(directory.resolve("to")).doesNotExist();
  }

  private Recording taken(RecordingFiles from, String name) throws Exception {
    RecordingFiles to = files(name);
    assertThat(to.take(FINGERPRINT, from, Optional.empty(), true)).isTrue();
    try (Stream<Path> all = Files.list(to.directory())) {
      assertThat(all).allMatch(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS));
    }
    return to.find(FINGERPRINT, Optional.empty()).orElseThrow().recording();
  }

  @Test
  void whatIsTakenOverHasBounds() throws Exception {
    RecordingFiles from = files("from");
    Map<String, Recording.Content> contents = new HashMap<>();
    byte[] large = new byte[1 << 20];
    for (int i = 0; i < 10; i++) {
      large[0] = (byte) i;
      String digest = RecordingFiles.digest(large);
      contents.put("file" + i, new Recording.Content.Known(large.length, digest, true));
      assertThat(from.keep(large, digest)).isTrue();
    }
    RecordingFiles to = files("to");
    for (int i = 0; i < 60; i++) {
      String fingerprint = "%016x".formatted(i);
      from.save(
          fingerprint,
          new Recording("example.com/m", "TestM", Map.of(), contents),
          Optional.empty());
      assertThat(to.take(fingerprint, from, Optional.empty(), true)).isEqualTo(i < 50);
    }
    assertThat(to.room()).isZero();
    assertThat(to.find("%016x".formatted(0), Optional.empty()).orElseThrow().recording().files())
        .values()
        .filteredOn(content -> ((Recording.Content.Known) content).kept())
        .hasSize(8);

    // A file that says it is larger than any that is kept.
    RecordingFiles huge = files("huge");
    String digest = RecordingFiles.digest(new byte[2 << 20]);
    huge.save(
        FINGERPRINT,
        ofFile("a", new Recording.Content.Known(2 << 20, digest, true)),
        Optional.empty());
    Files.write(huge.content(digest), new byte[2 << 20]);
    assertThat(taken(huge, "small"))
        .isEqualTo(ofFile("a", new Recording.Content.Known(2 << 20, digest, false)));
  }

  @Test
  void aRunKeepsNoMoreThanItsBytes() throws Exception {
    RecordingFiles files = files("full");
    byte[] large = new byte[1 << 20];
    int kept = 0;
    for (int i = 0; i < 70; i++) {
      large[0] = (byte) i;
      kept += files.keep(large, RecordingFiles.digest(large)) ? 1 : 0;
    }
    assertThat(kept).isEqualTo(64);
    files.save(FINGERPRINT, ALL, Optional.empty());
    assertThat(files.find(FINGERPRINT, Optional.empty())).isEmpty();
  }
}
