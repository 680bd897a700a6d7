package dev.harrier.toolchain.patch;

import dev.harrier.toolchain.driver.GoVersion;
import java.io.IOException;
import java.util.List;

/**
 * The edits of {@code harrier build}: the collector finds leaked goroutines while it marks. None of
 * the hooks that record a trace is among them, and {@code src/main/go/leaks} says what each of
 * these calls does.
 */
final class LeakEdits {
  private static final List<String> HOOKS =
      List.of("switches.go", "watch.go", "fixpoint.go", "polling.go", "reporter.go", "record.go");

  private final Goroot goroot;

  LeakEdits(Goroot goroot) {
    this.goroot = goroot;
  }

  /** Whether this Go's collector can distinguish blocked goroutines from others at all. */
  static boolean supports(GoVersion version) {
    return version.atLeast(26);
  }

  void apply() throws PatchException, IOException {
    EditFile.apply("production.go", goroot);
    boolean hasOneFunction = file("malloc_generated.go").has("\nfunc mallocgcTinySC2(");
    EditFile.apply(hasOneFunction ? "tiny_go127.go" : "tiny.go", goroot);
    profile();
    metrics();
    GoSource proc = file("proc.go");
    ReclaimEdits.spin(proc);
    ReclaimEdits.apply(goroot);
    PollEdits.apply(goroot);
    for (String hook : HOOKS) {
      proc.append("leaks/" + hook, HookSources.read("leaks/" + hook));
    }
  }

  private GoSource file(String name) throws IOException, PatchException {
    return goroot.source("runtime/" + name);
  }

  private void profile() throws PatchException, IOException {
    file("mprof.go").append("leaks/profile.go", HookSources.read("leaks/profile.go"));
    // An experiment of Go 1.26, which needs nothing but to be let in.
    for (String name : List.of("runtime/pprof/pprof.go", "net/http/pprof/pprof.go")) {
      GoSource pprof = goroot.source(name);
      if (pprof.has("goexperiment.GoroutineLeakProfile")) {
        pprof.replace("if goexperiment.GoroutineLeakProfile {", "if true {");
        pprof.replace("\t\"internal/goexperiment\"\n", "\t_ \"internal/goexperiment\"\n");
      }
    }
  }

  private void metrics() throws PatchException, IOException {
    LeakMetrics.describe(goroot.source("runtime/metrics/description.go"));
    LeakMetrics.compute(file("metrics.go"));
  }
}
