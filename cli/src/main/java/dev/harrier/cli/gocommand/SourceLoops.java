package dev.harrier.cli.gocommand;

import dev.harrier.analysis.explain.PollLoop;
import dev.harrier.analysis.explain.PollLoops;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.model.trace.Site;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.source.Loop;
import dev.harrier.toolchain.source.UsageScanner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loops of source files, read by Harrier's own program in Go. Each is read once in a run, however
 * many executions end in it. What can't be read is nothing that is known.
 */
public final class SourceLoops implements PollLoops {
  private final UsageScanner sources;
  private final Map<String, Optional<PollLoop>> known = new ConcurrentHashMap<>();

  private SourceLoops(UsageScanner sources) {
    this.sources = sources;
  }

  /** By the Go that a run is made with. */
  public static PollLoops of(GoToolchain go) {
    return new SourceLoops(new UsageScanner(go, CacheDirectory.of(go.environment())));
  }

  /** By the Go of where the user is, if there is one. */
  public static PollLoops here(CommandContext context) {
    try {
      return of(GoToolchain.find(context.directory(), context.environment()));
    } catch (ToolchainException missing) {
      return PollLoops.none();
    }
  }

  @Override
  public Optional<PollLoop> around(Site wait) {
    if (wait.line() < 1 || !Path.of(wait.file()).isAbsolute()) {
      return Optional.empty();
    }
    String at = wait.file() + ":" + wait.line();
    Optional<PollLoop> before = known.get(at);
    if (before != null) {
      return before;
    }
    try {
      Optional<PollLoop> read =
          sources.loops(List.of(at)).stream().findFirst().map(SourceLoops::pollLoop);
      known.put(at, read);
      return read;
    } catch (ToolchainException unreadable) {
      return Optional.empty();
    }
  }

  private static PollLoop pollLoop(Loop loop) {
    return new PollLoop(
        loop.sleeps(),
        loop.endless(),
        loop.pure(),
        loop.others(),
        loop.done(),
        loop.own(),
        loop.ends(),
        loop.leaving());
  }
}
