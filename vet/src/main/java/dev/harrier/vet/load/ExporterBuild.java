package dev.harrier.vet.load;

import dev.harrier.base.file.CacheTag;
import dev.harrier.toolchain.tool.Command;
import dev.harrier.toolchain.tool.GoTool;
import dev.harrier.toolchain.tool.GoToolException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;

/** The exporter of SSA, built with the Go that is to load the packages. */
final class ExporterBuild {
  private static final GoTool EXPORTER =
      new GoTool(
          ExporterBuild.class,
          "/dev/harrier/vet/exporter/",
          List.of(
              "body.go",
              "calls.go",
              "changes.go",
              "copied.go",
              "encode.go",
              "export.go",
              "go.mod",
              "go.sum",
              "graph.go",
              "harm.go",
              "imports.go",
              "instruction.go",
              "leads.go",
              "load.go",
              "main.go",
              "names.go",
              "needed.go",
              "positions.go",
              "probe.go",
              "probe_again.go",
              "probe_arguments.go",
              "probe_background.go",
              "probe_broken.go",
              "probe_callees.go",
              "probe_callbacks.go",
              "probe_check.go",
              "probe_children.go",
              "probe_conflict.go",
              "probe_contract.go",
              "probe_effects.go",
              "probe_ended.go",
              "probe_files.go",
              "probe_flow.go",
              "probe_goroutines.go",
              "probe_guards.go",
              "probe_handles.go",
              "probe_helpers.go",
              "probe_hidden.go",
              "probe_interfaces.go",
              "probe_locks.go",
              "probe_loops.go",
              "probe_objects.go",
              "probe_operations.go",
              "probe_peers.go",
              "probe_premises.go",
              "probe_promises.go",
              "probe_reductions.go",
              "probe_returned.go",
              "probe_scenarios.go",
              "probe_seeds.go",
              "probe_serves.go",
              "probe_shares.go",
              "probe_siblings.go",
              "probe_source.go",
              "probe_states.go",
              "probe_summary.go",
              "probe_types.go",
              "probe_variables.go",
              "reachable.go",
              "types.go",
              "values.go"),
          "exporter");

  private final String go;
  private final Path cache;

  ExporterBuild(String go, Path cache) {
    this.go = go;
    this.cache = cache;
  }

  /** The exporter, built if it is not there yet. */
  Path executable() throws VetException, IOException, InterruptedException {
    CacheTag.claim(cache);
    Path home = cache.resolve("ssa-exporter");
    try {
      return EXPORTER.executable(new GoTool.Go(go, version(), System.getenv()), home);
    } catch (GoToolException e) {
      throw new VetException(
          "cannot build the SSA exporter with \""
              + go
              + "\"; the first build needs golang.org/x/tools from the module proxy or cache:\n"
              + e.getMessage(),
          e);
    } catch (FileSystemException e) {
      throw new VetException(
          "cannot keep the SSA exporter in "
              + home
              + ": "
              + (e instanceof AccessDeniedException ? "permission denied" : e.getMessage())
              + "; XDG_CACHE_HOME names another place for it",
          e);
    }
  }

  private String version() throws VetException, IOException, InterruptedException {
    Command.Outcome outcome;
    try {
      outcome =
          Command.run(List.of(go, "env", "GOVERSION", "GOHOSTARCH"), Path.of("."), System.getenv());
    } catch (IOException e) {
      throw new VetException(
          "expected a Go command to load packages with, found none that runs as \""
              + go
              + "\"; install Go (https://go.dev/dl) or put it on the PATH",
          e);
    }
    if (outcome.status() != 0) {
      throw new VetException("\"" + go + " env\" failed: " + outcome.errors().strip());
    }
    return outcome.output();
  }
}
