package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.base.file.CacheTag;
import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CacheEntries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CacheCommandTest {
  @TempDir private Path directory;

  private Path entry(String name) throws Exception {
    Path entry = Files.createDirectories(directory.resolve(name));
    Files.write(entry.resolve("content"), new byte[1_500_000]);
    return entry;
  }

  private Result cache(String... words) throws Exception {
    return new HarrierProcess(directory).with("HARRIER_CACHE", directory.toString()).run(words);
  }

  @Test
  void cleanRemovesAllButTheRuns() throws Exception {
    CacheTag.claim(directory);
    Path overlay = entry("overlays/0123456789abcdef-1f");
    Path store = entry("stores/m");
    assertThat(cache("cache").out()).contains(directory + ": 1.5 MB");
    Result cleaned = cache("cache", "clean");
    assertThat(cleaned.status()).as(cleaned.toString()).isZero();
    assertThat(cleaned.out()).contains("removed 1.5 MB").doesNotContain("in use");
    assertThat(overlay).doesNotExist();
    assertThat(store).exists();
    assertThat(cache("cache", "wipe").status()).isEqualTo(2);
  }

  @Test
  void whatWasNotUsedForAMonthGoes() throws Exception {
    CacheTag.claim(directory);
    Path old = entry("overlays/0123456789abcdef-1f");
    Path recent = entry("overlays/456789abcdef0123-1f");
    age(old);
    CacheEntries.removeOld(directory);
    assertThat(old).doesNotExist();
    assertThat(recent).exists();
    age(recent);
    CacheEntries.removeOld(directory);
    assertThat(recent).as("it looks once a day").exists();
    CacheEntries.use(recent);
    Files.delete(directory.resolve(".looked"));
    CacheEntries.removeOld(directory);
    assertThat(recent).exists();
  }

  /**
   * A home directory, say, that HARRIER_CACHE names by mistake, also after Harrier worked there.
   */
  @Test
  void aDirectoryThatIsNoCacheIsLeftAlone() throws Exception {
    Path key = entry(".ssh/id");
    Path thesis = entry("Documents/thesis");
    Path overlay = entry("overlays/0123456789abcdef-1f");
    CacheDirectory.inUse(Map.of("HARRIER_CACHE", directory.toString()));
    Result refused = cache("cache", "clean");
    assertThat(refused.status()).as(refused.toString()).isEqualTo(2);
    assertThat(refused.err())
        .hasLineCount(1)
        .contains(directory + " is not a cache of Harrier: it has no file .harrier-cache");
    GoModule.at(directory.resolve("m")).leakingTest();
    Set<String> before = names();
    Result test = cache("-C", "m", "test");
    assertThat(test.status()).as(test.toString()).isEqualTo(2);
    assertThat(test.err()).hasLineCount(1).contains(directory + " is not a cache of Harrier");
    assertThat(names()).isEqualTo(before);
    age(key, thesis, overlay);
    CacheEntries.removeOld(directory);
    assertThat(List.of(key, thesis, overlay)).allSatisfy(each -> assertThat(each).exists());
  }

  private Set<String> names() throws Exception {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.map(Path::toString).collect(Collectors.toSet());
    }
  }

  /** An older Harrier kept things there. */
  @Test
  void aCacheWithoutTheMarkIsUsedAndNotCleaned() throws Exception {
    Path overlay = entry("overlays/0123456789abcdef-1f");
    assertThat(cache("explain", "goroutine-leak").status()).isZero();
    assertThat(cache("cache", "clean").status()).isEqualTo(2);
    assertThat(overlay).exists();
  }

  @Test
  void whatHarrierDidNotNameIsLeftAlone() throws Exception {
    CacheTag.claim(directory);
    assertThat(directory.resolve("CACHEDIR.TAG"))
        .content()
        .startsWith("Signature: 8a477f597d28d172789f06886806bc55\n");
    List<Path> others =
        List.of(entry("photos/2026"), entry("releases/notes"), entry("overlays/thesis"));
    Path outside = entry("photos/0123456789abcdef0123");
    Files.createSymbolicLink(directory.resolve("source"), outside.getParent());
    assertThat(cache("cache", "clean").out()).contains("removed 0.0 MB");
    age(others.toArray(Path[]::new));
    age(outside);
    CacheEntries.removeOld(directory);
    assertThat(others).allSatisfy(each -> assertThat(each).exists());
    assertThat(outside).exists();
  }

  /** Where {@code go tool harrier cache clean} is that release itself. */
  @Test
  void theReleaseOfARunningProcessStays() throws Exception {
    CacheTag.claim(directory);
    Path running = entry("releases/harrier-0.1.0-linux-amd64-0123456789abcdef");
    Path former = entry("releases/harrier-0.0.9-linux-amd64-0123456789abcdef");
    Path program = running.resolve("sleep");
    Files.copy(Path.of("/bin/sleep"), program, StandardCopyOption.COPY_ATTRIBUTES);
    Process process = new ProcessBuilder(program.toString(), "1000").start();
    try {
      age(running, former);
      CacheEntries.removeOld(directory);
      assertThat(former).doesNotExist();
      Result cleaned = cache("cache", "clean");
      assertThat(cleaned.out()).contains("left 1.", " MB that are in use");
      assertThat(program).exists();
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(cache("cache", "clean").out()).doesNotContain("in use");
    assertThat(running).doesNotExist();
  }

  @Test
  void whatACommandMayUseStaysUntilItEnds() throws Exception {
    CacheDirectory.inUse(Map.of("HARRIER_CACHE", directory.toString()));
    Path overlay = entry("overlays/0123456789abcdef-1f");
    Result cleaned = cache("cache", "clean");
    assertThat(cleaned.out()).contains("removed 0.0 MB", "left 1.5 MB that are in use");
    assertThat(overlay).exists();
  }

  private static void age(Path... entries) throws Exception {
    for (Path entry : entries) {
      Files.setLastModifiedTime(entry, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
    }
  }
}
