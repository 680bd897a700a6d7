package dev.harrier.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Modules, to be worked on. */
public final class ModuleCopy {
  private ModuleCopy() {}

  /**
   * A writable copy of a module as the go command downloads it.
   *
   * @param module {@code PATH@VERSION}
   */
  public static Path fetch(String module) throws IOException, InterruptedException {
    Path work = Files.createTempDirectory("module").toRealPath();
    Command download = Command.in(work, "go", "mod", "download", "-json", module);
    String said = download.with(Map.of("GOFLAGS", "-mod=mod")).run().orThrow().output();
    String directory = said.replaceAll("(?s).*\"Dir\": \"([^\"]*)\".*", "$1");
    return of(Path.of(directory));
  }

  /** A writable copy of a directory. */
  public static Path of(Path directory) throws IOException, InterruptedException {
    Path work = Files.createTempDirectory("module").toRealPath();
    Path copy = work.resolve("copy");
    Command.in(work, "cp", "-r", directory.toAbsolutePath().toString(), copy.toString())
        .run()
        .orThrow();
    Command.in(work, "chmod", "-R", "u+w", copy.toString()).run().orThrow();
    return copy;
  }
}
