package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** The declarations of the hooks that packages of Go's own call, in each of them once. */
final class LibraryHooks {
  private final Goroot goroot;
  private final Set<String> packages = new HashSet<>();

  LibraryHooks(Goroot goroot) {
    this.goroot = goroot;
  }

  /**
   * Declares them in the package of a file, which all files of it may call then.
   *
   * @param file of GOROOT; if the package's hooks are not declared yet it imports {@code unsafe},
   *     maybe for its effect alone, or {@code sync/atomic}, beside which that gets imported
   */
  void declare(String file) throws PatchException, IOException {
    if (!packages.add(file.substring(0, file.lastIndexOf('/')))) {
      return;
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
