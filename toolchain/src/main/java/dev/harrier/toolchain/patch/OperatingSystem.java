package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.Locale;

/** What of the instrumented runtime is only one operating system's. */
enum OperatingSystem {
  LINUX(Extent.CONTROL) {
    @Override
    void add(Goroot goroot, String goarch) throws PatchException, IOException {
      append(goroot, "proc.go", "sys_linux.go");
      append(goroot, "proc.go", "sys_linux_" + goarch + ".go");
      GoSource linux = goroot.source("runtime/os_linux.go");
      boolean isPackage = linux.has("\"internal/runtime/syscall/linux\"");
      append(goroot, "os_linux.go", isPackage ? "syscall_linux.go" : "syscall.go");
    }
  },

  /** It compiles, and no one has run it: no command gives it to a user. */
  DARWIN(Extent.PROOFS) {
    @Override
    void add(Goroot goroot, String goarch) throws PatchException, IOException {
      append(goroot, "sys_darwin.go", "sys_darwin.go");
      GoSource calls = goroot.source("runtime/sys_darwin_" + goarch + ".s");
      calls.rewrite(calls.text() + "\n" + HookSources.read("runtime/sys_darwin.s"));
    }
  };

  private final Extent most;

  OperatingSystem(Extent most) {
    this.most = most;
  }

  /**
   * The one that Go calls so.
   *
   * @throws PatchException if there are no hooks for it
   */
  static OperatingSystem of(String goos) throws PatchException {
    for (OperatingSystem system : values()) {
      if (system.name().toLowerCase(Locale.ROOT).equals(goos)) {
        return system;
      }
    }
    throw new PatchException("runtime", "GOOS", goos, 0);
  }

  /** What there are hooks for: clock and scheduler hang on Linux's. */
  Extent most() {
    return most;
  }

  /** Adds its files to the runtime. */
  abstract void add(Goroot goroot, String goarch) throws PatchException, IOException;

  private static void append(Goroot goroot, String to, String hook)
      throws PatchException, IOException {
    goroot.source("runtime/" + to).append("runtime/" + hook, HookSources.read("runtime/" + hook));
  }
}
