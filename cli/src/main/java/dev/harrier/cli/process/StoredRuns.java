package dev.harrier.cli.process;

import dev.harrier.ide.current.ModuleStore;
import dev.harrier.report.RunId;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.KeptLines;
import dev.harrier.report.store.ModuleRoot;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.store.StoreLocation;
import java.nio.file.Path;
import java.util.Optional;

/** The runs that are kept where the user is. */
public record StoredRuns(CommandContext context) {
  /** The run of that name, or the latest. */
  public RunReport read(Optional<String> name) throws UserError {
    try {
      return name.isEmpty() ? store().latest() : store().read(new RunId(name.get()));
    } catch (StoreException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    }
  }

  /** The lines that the findings of a run name, as they were then. */
  public KeptLines lines(RunReport report) throws UserError {
    try {
      return store().lines(report.run().id());
    } catch (StoreException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    }
  }

  /** Of the module, or, where there is none, of what was traced in this directory. */
  public RunStore store() throws UserError {
    return place().runs();
  }

  /** Where they are. */
  public ModuleStore place() throws UserError {
    Path caches = CacheDirectory.of(context.environment());
    Path directory = context.directory();
    Path module = ModuleRoot.above(directory).orElse(null);
    StoreLocation location = StoreLocation.forReading(module == null ? directory : module, caches);
    if (module == null && location.inModule()) {
      throw UserError.usage(
          "%s is not in a Go module: neither it nor a directory above it has a go.mod; "
                  .formatted(directory)
              + "change to the module, or the directory, whose runs you want to see");
    }
    return new ModuleStore(module == null ? directory : module, location.directory());
  }
}
