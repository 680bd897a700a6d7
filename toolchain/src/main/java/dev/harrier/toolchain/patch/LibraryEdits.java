package dev.harrier.toolchain.patch;

import java.io.IOException;

/** The edits of packages sync, context and testing: what they import, and their hooks. */
final class LibraryEdits {
  private final Goroot goroot;

  LibraryEdits(Goroot goroot) {
    this.goroot = goroot;
  }

  void apply() throws PatchException, IOException {
    sync();
    context();
    testing();
  }

  private void sync() throws PatchException, IOException {
    goroot
        .source("sync/mutex.go")
        .replace(
            "\tisync \"internal/sync\"\n",
            "\tisync \"internal/sync\"; \"internal/runtime/sys\"; \"unsafe\"\n");
    GoSource rw = goroot.source("sync/rwmutex.go");
    rw.addImport("sync/atomic", "\"internal/runtime/sys\"");
    goroot.source("sync/once.go").addImport("sync/atomic", "\"internal/runtime/sys\"");
    goroot.source("sync/cond.go").addImport("sync/atomic", "\"internal/race\"");
    EditFile.apply("sync.go", goroot);
    rw.append("sync/hooks.go", HookSources.read("sync/hooks.go"));
  }

  private void context() throws PatchException, IOException {
    GoSource context = goroot.source("context/context.go");
    if (!context.has("\"unsafe\"")) {
      context.addImport("time", "\"unsafe\"");
    }
    EditFile.apply("context.go", goroot);
    context.append("context/hooks.go", HookSources.read("context/hooks.go"));
  }

  private void testing() throws PatchException, IOException {
    GoSource testing = goroot.source("testing/testing.go");
    if (testing.has("\t_ \"unsafe\" //")) {
      testing.replace("\t_ \"unsafe\" //", "\t\"unsafe\" //");
    } else {
      testing.addImport("time", "\"unsafe\"");
    }
    EditFile.apply("testing.go", goroot);
    testing.append("testing/hooks.go", HookSources.read("testing/hooks.go"));
  }
}
