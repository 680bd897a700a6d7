package dev.harrier.cli.distributed;

import dev.harrier.campaign.SharedPrograms;
import dev.harrier.cli.exploring.SourceNames;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.source.Usages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Where the sources of a campaign use concurrency, by which coverage is measured: workers with Go
 * read them, and share them with those without.
 */
public final class SharedUsages {
  /**
   * A worker that has Go reads the sources when it has the programs, and may have to build the
   * reader.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final long PAUSE_MILLIS = 250;

  private final SharedPrograms programs;
  private final SourceNames names;
  private final String name;

  /**
   * @param what is read, in words that all workers share
   */
  public SharedUsages(SharedPrograms programs, SourceNames names, String what) {
    this.programs = programs;
    this.names = names;
    this.name = UUID.nameUUIDFromBytes(what.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** OtherTests may have what was read here, unless they have it. */
  public void keep(Usages usages) throws IOException {
    if (programs.built(name).isEmpty()) {
      programs.keep(name, usages.text(), names.places());
    }
  }

  /**
   * What another worker has read, with the names of this machine; empty if none does for a while.
   *
   * @param ended whether to wait no longer
   */
  public Optional<Usages> await(BooleanSupplier ended) throws ToolchainException, IOException {
    long start = System.nanoTime();
    while (true) {
      Optional<SharedPrograms.Built> read = programs.built(name);
      if (read.isPresent()) {
        Optional<String> text = programs.text(read.get().address());
        return text.isEmpty()
            ? Optional.empty()
            : Optional.of(Usages.parse(text.get()).in(names.here(read.get().places())));
      }
      if (ended.getAsBoolean() || System.nanoTime() - start > PATIENCE.toNanos()) {
        return Optional.empty();
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }
}
