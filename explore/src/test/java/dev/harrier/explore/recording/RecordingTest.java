package dev.harrier.explore.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.base.file.CacheTag;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
}
