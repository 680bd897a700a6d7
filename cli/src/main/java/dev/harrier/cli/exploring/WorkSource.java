package dev.harrier.cli.exploring;

import dev.harrier.explore.coverage.CoverageMemory;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.loop.WorkQueue;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.build.PackageBuilder;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.source.Usages;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** Where an exploration gets its work, and leaves what it learned: here, or with others. */
public interface WorkSource extends AutoCloseable {
  /**
   * What makes the programs; called before all others.
   *
   * @param local builds them here; empty without Go
   */
  PackageBuilder builder(Optional<GoBuild> local, ReplayCodes codes) throws IOException;

  /** The names of source files in these programs. */
  SourceNames names();

  /** Reads with Go where the sources use concurrency. */
  @FunctionalInterface
  interface Scan {
    Usages scan() throws ToolchainException;
  }

  /**
   * Where the sources use concurrency.
   *
   * @param scan empty without Go
   * @throws ToolchainException with a message for the user, if that is not known
   */
  Usages usages(Optional<Scan> scan) throws ToolchainException, IOException;

  /** The coverage that is gathered; called before {@link #queue}. */
  CoverageMemory coverage() throws IOException;

  /**
   * The work.
   *
   * @param witnessed a discovery as a finding that says how to see it again
   * @param covered how many requirements of coverage are met
   */
  WorkQueue queue(
      List<Target> targets,
      ReplayCodes codes,
      Function<Discovery, Finding> witnessed,
      IntSupplier covered)
      throws IOException;

  /** What the user should know when all is over. */
  List<Remark> remarks();

  @Override
  void close();
}
