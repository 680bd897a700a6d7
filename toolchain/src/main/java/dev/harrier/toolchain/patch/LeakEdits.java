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

  /** The sizes that the allocator of tiny objects serves and a lock can have. */
  private static final int SMALLEST_LOCK = 8;

  private static final int TINY = 16;

  private final Goroot goroot;

  LeakEdits(Goroot goroot) {
    this.goroot = goroot;
  }

  /** Whether this Go's collector can tell blocked goroutines from others at all. */
  static boolean supports(GoVersion version) {
    return version.atLeast(26);
  }

  void apply() throws PatchException, IOException {
    types();
    collection();
    marking();
    allocation();
    outside();
    metrics();
    GoSource proc = file("proc.go");
    ReclaimEdits.spin(proc);
    ReclaimEdits.apply(goroot);
    for (String hook : HOOKS) {
      proc.append("leaks/" + hook, HookSources.read("leaks/" + hook));
    }
  }

  private GoSource file(String name) throws IOException, PatchException {
    return goroot.source("runtime/" + name);
  }

  private void types() throws PatchException, IOException {
    file("runtime2.go")
        .addFields(
            "g",
            "harrierPhase, harrierStays, harrierFinding uint32;"
                + " harrierGoid uint64; harrierSince int64; harrierPollGoid uint64;"
                + " harrierRound int64; harrierAwaited uintptr; harrierRounds uint32;"
                + " harrierPollTold bool");
    // In what alignment leaves free, so that channels stay as large as they are.
    file("chan.go").replace("\telemsize uint16\n", "\telemsize uint16; harrierAwaited uint16\n");
    GoSource heap = file("mheap.go");
    heap.addFields("mspan", "harrierWatch uint32");
    heap.addFields("heapArena", "harrierWatched [pagesPerArena / 8]uint8");
  }

  /** Which collections look, and where marking has reached its fixed point. */
  private void collection() throws PatchException, IOException {
    GoSource collector = file("mgc.go");
    collector.function("func gcenable(").atEnd("harrierLeaksStart()");
    collector
        .function("func gcStart(")
        .before("if work.goroutineLeak.pending.Load() {", "harrierDue();")
        .swap("setSyncObjectsUntraceable()", "work.goroutineLeak.done = false");
    collector
        .function("func gcMarkDone(")
        .swap(
            "if restart || (work.goroutineLeak.enabled && !work.goroutineLeak.done) {",
            "if restart || (work.goroutineLeak.enabled && !work.goroutineLeak.done"
                + " && harrierMustMark()) {")
        .swap("findGoroutineLeaks()", "harrierSettled");
    collector
        .function("func gcMarkTermination(")
        .atEntry("if work.goroutineLeak.enabled { harrierMarkingEnds() };")
        .swap("gcRestoreSyncObjects()", "harrierWakeForNews()");
  }

  /** Roots, and the moments at which an object is marked for the first time. */
  private void marking() throws PatchException, IOException {
    String watched = "if harrierWatching != 0 { harrierObjectMarked(span, objIndex) };";
    GoSource mark = file("mgcmark.go");
    mark.function("func gcPrepareMarkRoots(")
        .swap("if work.goroutineLeak.enabled {", "if work.goroutineLeak.enabled && !useCheckmark {")
        .swap("allGsSnapshotSortedForGC()", "harrierSnapshot()");
    mark.function("func markroot(")
        .swap(
            "work.stackRoots[i-work.baseStacks]",
            "work.stackRoots[harrierRootOf(i-work.baseStacks)]")
        .after("workDone += scanstack(gp, gcw)", "; harrierScanG(gp, gcw, i-work.baseStacks)");
    mark.function("func greyobject(").after("mbits.setMarked()", "; " + watched);
    mark.function("func gcDrain(")
        .swap(
            "// Unable to get work.\n\t\t\tbreak",
            "if harrierMarkRoots(gcw, flushBgCredit) { continue }\n\t\t\tbreak");
    file("mwbbuf.go").function("func wbBufFlush1(").after("mbits.setMarked()", "; " + watched);
    file("mgcmark_greenteagc.go")
        .function("func tryDeferToSpanScan(")
        .after(
            "atomic.Or8(&q.marks[idx], mask)",
            "; if harrierWatching != 0 && ha.harrierWatched[pageIdx]&pageMask != 0 {"
                + " harrierObjectMarkedInline(ha, p, uintptr(objIndex)) };");
  }

  /**
   * A lock that shares its block with other tiny objects is reached whenever one of them is. While
   * leaks are looked for, structs that can be one get a block of their own.
   */
  private void allocation() throws PatchException, IOException {
    GoSource generated = file("malloc_generated.go");
    String own = "harrierMayBeLock(typ) { return mallocgcSmallNoScanSC2(size, typ, needzero) };";
    if (generated.has("\nfunc mallocgcTinySC2(")) {
      generated
          .function("func mallocgcTinySC2(")
          .atEntry("if harrierNoTiny != 0 && size >= " + SMALLEST_LOCK + " && " + own);
    } else {
      for (int size = SMALLEST_LOCK; size < TINY; size++) {
        generated
            .function("func mallocgcTinySize" + size + "(")
            .atEntry("if harrierNoTiny != 0 && " + own);
      }
    }
    file("malloc.go")
        .function("func mallocgc(")
        .swap(
            "if size < maxTinySize && gp.secret == 0 {",
            "if size < maxTinySize && gp.secret == 0"
                + " && (harrierNoTiny == 0 || !harrierMayBeLock(typ)) {");
  }

  /** Where the rest of the program comes to know. */
  private void outside() throws PatchException, IOException {
    file("signal_unix.go").function("func sighandler(").atEntry("harrierSignalled(sig);");
    file("proc.go").function("func runExitHooks(").atEntry("harrierExits();");
    file("traceback.go")
        .function("func goroutineheader(")
        .swap("if gpstatus == _Gleaked {", "if gpstatus == _Gleaked || harrierIsLeaked(gp) {");
    profile();
  }

  private void profile() throws PatchException, IOException {
    GoSource profiles = file("mprof.go");
    profiles
        .function("func goroutineLeakProfileWithLabelsConcurrent(")
        .swap(
            "if readgstatus(gp1)&^_Gscan == _Gleaked {", "if offset < n && harrierIsLeaked(gp1) {")
        .swap(
            "systemstack(func() { saveg(^uintptr(0), ^uintptr(0), gp1, &p[offset], pcbuf) })",
            "if !harrierSave(gp1, &p[offset], pcbuf) { return }")
        .swap("return n, true", "return offset, true");
    profiles.append("leaks/profile.go", HookSources.read("leaks/profile.go"));
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
