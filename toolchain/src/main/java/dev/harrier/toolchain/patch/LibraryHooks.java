package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The declarations of the hooks that packages of Go's own call, in each of them once. */
final class LibraryHooks {
  /**
   * A file of each package. It imports {@code unsafe}, maybe for its effect alone, or {@code
   * sync/atomic}, next to which that gets imported.
   */
  private static final List<String> FILES =
      List.of(
          "context/context.go",
          "net/http/server.go",
          "database/sql/sql.go",
          "log/log.go",
          "log/slog/level.go",
          "expvar/expvar.go",
          "os/exec.go",
          "os/exec/exec.go",
          "internal/poll/fd_unix.go",
          "crypto/internal/sysrand/rand.go",
          "syscall/syscall_linux.go",
          "internal/runtime/maps/table.go");

  private LibraryHooks() {}

  static void declare(Goroot goroot) throws PatchException, IOException {
    List<String> files = new ArrayList<>(FILES);
    files.addAll(InputEdits.drawing(goroot));
    Set<String> packages = new HashSet<>();
    for (String file : files) {
      if (!packages.add(file.substring(0, file.lastIndexOf('/')))) {
        continue;
      }
      GoSource source = goroot.source(file);
      if (source.has("\t_ \"unsafe\"")) {
        source.replace("\t_ \"unsafe\"", "\t\"unsafe\"");
      } else if (!source.has("\"unsafe\"")) {
        source.addImport("sync/atomic", "\"unsafe\"");
      }
      source.append("library/hooks.go", HookSources.read("library/hooks.go"));
    }
  }
}
