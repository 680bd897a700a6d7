package dev.harrier.toolchain.source;

import dev.harrier.base.file.CacheTag;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.tool.GoTool;
import dev.harrier.toolchain.tool.GoToolException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The program in Go that reads sources. It reads the export data of one Go, so it is built with
 * that.
 */
final class SourceProgram {
  private static final GoTool PROGRAM =
      new GoTool(
          SourceProgram.class,
          "/dev/harrier/toolchain/go/source/",
          List.of(
              "edits.go",
              "effects.go",
              "file.go",
              "find.go",
              "fix.go",
              "go.mod",
              "load.go",
              "loops.go",
              "main.go",
              "operands.go",
              "paths.go",
              "reads.go",
              "stable.go",
              "variables.go"),
          "source");

  private SourceProgram() {}

  /**
   * Its executable, built without a network if it is not in the cache.
   *
   * @throws GoToolException if it does not build
   */
  static Path executable(GoToolchain go, Path cache)
      throws GoToolException, IOException, InterruptedException {
    CacheTag.claim(cache);
    return PROGRAM.executable(go.builder(), cache.resolve("source"));
  }
}
