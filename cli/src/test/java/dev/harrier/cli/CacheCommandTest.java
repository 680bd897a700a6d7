package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.cli.session.CacheEntries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
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
    Path overlay = entry("overlays/0123");
    Path store = entry("stores/m");
    assertThat(cache("cache").out()).contains(directory + ": 1.5 MB");
    Result cleaned = cache("cache", "clean");
    assertThat(cleaned.status()).as(cleaned.toString()).isZero();
    assertThat(cleaned.out()).contains("removed 1.5 MB");
    assertThat(overlay).doesNotExist();
    assertThat(store).exists();
    assertThat(cache("cache", "wipe").status()).isEqualTo(2);
  }

  @Test
  void whatWasNotUsedForAMonthGoes() throws Exception {
    Path old = entry("overlays/0123");
    Path recent = entry("overlays/4567");
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
    CacheEntries.removeOld(directory);
    assertThat(old).doesNotExist();
    assertThat(recent).exists();
    Files.setLastModifiedTime(recent, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
    CacheEntries.removeOld(directory);
    assertThat(recent).as("it looks once a day").exists();
    CacheEntries.use(recent);
    Files.delete(directory.resolve(".looked"));
    CacheEntries.removeOld(directory);
    assertThat(recent).exists();
  }
}
