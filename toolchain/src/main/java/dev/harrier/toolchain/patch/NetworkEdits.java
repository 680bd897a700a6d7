package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.List;

/**
 * The edits that have a controlled run carry connections in memory whose both ends are in the
 * process. What package internal/poll asks of the system for a descriptor it asks of {@code
 * src/main/go/poll}, which asks the system for those that are the kernel's.
 */
final class NetworkEdits {
  private static final List<String> HOOKS =
      List.of(
          "poll/memory.go",
          "poll/streams.go",
          "poll/faults.go",
          "poll/listeners.go",
          "poll/mailboxes.go",
          "poll/datagrams.go",
          "poll/messages.go",
          "poll/pipes.go",
          "poll/descriptors.go");

  private final Goroot goroot;

  /** The hooks of package internal/poll are declared. */
  NetworkEdits(Goroot goroot) {
    this.goroot = goroot;
  }

  void apply() throws PatchException, IOException {
    GoSource fd = goroot.source("internal/poll/fd_unix.go");
    fd.replace("\t\"internal/syscall/unix\"\n", "\t\"internal/race\"; \"internal/syscall/unix\"\n");
    goroot
        .source("os/pipe2_unix.go")
        .replace("import \"syscall\"\n", "import (\"internal/poll\"; \"syscall\")\n");
    EditFile.apply("network.go", goroot);
    for (String hooks : HOOKS) {
      fd.append(hooks, HookSources.read(hooks));
    }
    goroot.source("net/sock_posix.go").append("net/memory.go", HookSources.read("net/memory.go"));
    GoSource pipe = goroot.source("net/pipe.go");
    pipe.addImport("time", "_ \"unsafe\"");
    pipe.append("net/pipe.go", HookSources.read("net/pipe.go"));
  }
}
