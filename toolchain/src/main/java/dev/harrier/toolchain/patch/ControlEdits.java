package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The edits that let a run be controlled: one goroutine at a time, a clock of its own, no chance
 * but the seed's. Their conditions are of their own too: control begins before tracing does.
 */
final class ControlEdits {
  private static final Pattern FILE = Pattern.compile("//harrier:file (\\S+)");

  private final Goroot goroot;
  private final Extent extent;

  ControlEdits(Goroot goroot, Extent extent) {
    this.goroot = goroot;
    this.extent = extent;
  }

  void apply() throws PatchException, IOException {
    goroot
        .source("runtime/runtime2.go")
        .addFields(
            "g",
            "harrierName, harrierRng, harrierPriority, harrierPoints, harrierOperations, harrierReadings, harrierConnected,"
                + " harrierSince, harrierChildren, harrierTimers uint64;"
                + " harrierSelects, harrierPolls, harrierPolled, harrierAt, harrierCalls, harrierUses, harrierAwayFor uint64; harrierWaitsFor uintptr; harrierOlder, harrierYounger guintptr;"
                + " harrierObjects [8]uintptr; harrierObjectCount, harrierAccess, harrierInputs, harrierSendCases uint8; harrierReadyAt int64; harrierResume, harrierSpins, harrierYielded,"
                + " harrierDelayed, harrierUsage, harrierAway bool");
    if (!extent.controls()) {
      append("control_none.go");
      return;
    }
    append("control.go");
    append("settings.go");
    append("cases.go");
    append("details.go");
    goroot
        .source("runtime/map.go")
        .append("runtime/map_length.go", HookSources.read("runtime/map_length.go"));
    append("names.go");
    append("procs.go");
    append("pick.go");
    append("frames.go");
    strategies();
    append("usage.go");
    append("atomics.go");
    append("accesses.go");
    append("ready.go");
    append("watchdog.go");
    append("clock.go");
    append("computing.go");
    append("faults.go");
    append("outside.go");
    append("network.go");
    append("inputs.go");
    append("finalizers.go");
    append("snapshot.go");
    scheduler();
    beginning();
    calls();
    descriptors();
    schedulingPoints();
    processors();
    collector();
    finalizers();
    chance();
    clock();
    LibraryHooks hooks = new LibraryHooks(goroot);
    new LibraryPoints(goroot, hooks).apply();
    new NetworkEdits(goroot).apply();
    new InputEdits(goroot, hooks).apply();
  }

  private void append(String hook) throws PatchException, IOException {
    goroot.source("runtime/proc.go").append("runtime/" + hook, HookSources.read("runtime/" + hook));
  }

  /** The table of strategies, and the file that each of its lines names. */
  private void strategies() throws PatchException, IOException {
    append("strategies.go");
    Matcher file = FILE.matcher(HookSources.read("runtime/strategies.go"));
    while (file.find()) {
      append(file.group(1));
    }
  }

  private void scheduler() throws PatchException, IOException {
    GoSource proc = goroot.source("runtime/proc.go");
    proc.function("func runqget(").atEntry(serial("return harrierPick(pp, false), false"));
    proc.function("func globrunqget(").atEntry(serial("return nil"));
    proc.function("func globrunqgetbatch(")
        .atEntry(serial("return harrierPick(allp[0], true), gQueue{}"));
    proc.function("func runqempty(").atEntry("if harrierAnyEnabled() { return false };");
    // With a race detector, Go's own scheduler puts goroutines into its queue in random order.
    proc.function("func runqput(").swap("if randomizeScheduler && next", inOrder(" && next"));
    proc.function("func runqputslow(").swap("if randomizeScheduler {", inOrder(" {"));
    proc.function("func runqputbatch(").swap("if randomizeScheduler {", inOrder(" {"));
    proc.function("func procresize(").atEntry(serial("nprocs = harrierOneProc(nprocs)"));
    proc.function("func goschedImpl(").atEntry("if preempted { harrierStopped(gp) };");
    proc.function("func Gosched(").noInline().atEntry(serial("harrierYields(sys.GetCallerPC())"));
    proc.function("func preemptPark(").atEntry("gp.harrierResume = true;");
    proc.replace(
        "const forcePreemptNS = 10 * 1000 * 1000 //",
        "var forcePreemptNS int64 = 10 * 1000 * 1000 //");
    proc.function("func retake(")
        .atEntry("if harrierSerial != 0 && !harrierMayRetake() { return 0 };");
    goroot
        .source("runtime/runtime1.go")
        .function("func finishDebugVarsSetup(")
        .atEnd("harrierControlStart()");
  }

  /**
   * A run starts as cheaply as it can: it may last for less than a millisecond. The goroutines that
   * the runtime starts for itself run on the main thread, where else the main goroutine would keep
   * it and a second one would be made for them.
   */
  private void beginning() throws PatchException, IOException {
    goroot
        .source("runtime/cgroup_linux.go")
        .function("func defaultGOMAXPROCSInit(")
        .atEntry(serial("if harrierCPUs != 0 { return }"));
    GoSource proc = goroot.source("runtime/proc.go");
    proc.function("func main()")
        .before("gcenable()", unlessForking("unlockOSThread()"))
        .after("gcenable()", "; " + unlessForking("lockOSThread()"))
        // A process that makes copies of itself has one thread, which main does not keep.
        .swap("if haveSysmon {", "if haveSysmon && !harrierForking {")
        .before("if mp != &m0 {", "if harrierForking { unlockOSThread() };")
        .swap("needUnlock := true", "needUnlock := !harrierForking")
        .after("needUnlock = false", "; if harrierForking { lockOSThread() }");
    proc.function("func defaultGOMAXPROCSUpdateEnable(").atEntry(serial("return"));
    proc.function("func sysmon(").swap("usleep(delay)", "usleep(harrierLookAfter(delay))");
  }

  private static String unlessForking(String code) {
    return "if harrierSerial != 0 && !harrierForking { " + code + " };";
  }

  private static String inOrder(String rest) {
    return "if randomizeScheduler && harrierSerial == 0" + rest;
  }

  /**
   * Calls into the system or into C: which of the goroutine's, and whether it lost the P. Who did
   * waits for its turn with all others, also when the P is idle.
   */
  private void calls() throws PatchException, IOException {
    GoSource proc = goroot.source("runtime/proc.go");
    proc.function("func reentersyscall(").after("gp.throwsplit = true", "; gp.harrierCalls++");
    proc.function("func retake(")
        .before(
            "thread.takeP()",
            "if harrierSerial != 0 && !harrierMayTake(thread.gp) { thread.resume(); goto done };");
    proc.function("func exitsyscall()")
        .swap("} else {\n\t\t// Slow path", "} else if !gp.harrierAway {\n\t\t// Slow path");
    proc.function("func exitsyscall()")
        .before(
            "if sched.disable.user && !schedEnabled(gp) {",
            "if harrierAnyForcing != 0 { harrierKeptAway(gp) };");
    proc.function("func exitsyscallNoP(")
        .swap("if schedEnabled(gp) {", "if schedEnabled(gp) && !gp.harrierAway {")
        .before("if locked {\n\t\t// Wait", serial("harrierHandOver()"));
    proc.function("func syscall_runtime_AfterFork(").atEnd(serial("harrierForks()"));
  }

  /** Descriptors: the poller is asked by the hooks alone, and who is ready is told to them. */
  private void descriptors() throws PatchException, IOException {
    GoSource proc = goroot.source("runtime/proc.go");
    proc.function("func startTheWorldWithSema(")
        .swap("if netpollinited() {", "if netpollinited() && harrierSerial == 0 {");
    proc.function("func sysmon(")
        .swap(
            "if netpollinited() && lastpoll",
            "if netpollinited() && harrierSerial == 0 && lastpoll");
    proc.function("func findRunnable(")
        .swap(
            "if netpollinited() && netpollAnyWaiters() && ",
            "if harrierSerial == 0 && netpollinited() && netpollAnyWaiters() && ")
        .before(
            "if !list.empty() {\n\t\t\t\tgp := list.pop()",
            serial("injectglist(&list); netpollAdjustWaiters(delta); goto top"));
    GoSource netpoll = goroot.source("runtime/netpoll.go");
    netpoll
        .function("func poll_runtime_pollReset(")
        .atEntry(serial("harrierUsesDescriptor()"))
        .after(
            "pd.rg.Store(pdNil)",
            ";" + serial("if code := harrierWaitToRead(pd); code != pollNoError { return code }"));
    netpoll
        .function("func netpollready(")
        .before("toRun.push(rg)", serial("harrierDescriptorReady(rg)"))
        .before("toRun.push(wg)", serial("harrierDescriptorReady(wg)"));
  }

  /** Before every operation of package runtime that another goroutine can see. */
  private void schedulingPoints() throws PatchException, IOException {
    GoSource chan = goroot.source("runtime/chan.go");
    for (String operation : List.of("chanrecv", "closechan")) {
      chan.function("func " + operation + "(")
          .atEntry(serial("harrierSchedulingPoint(unsafe.Pointer(c))"));
    }
    chan.function("func chansend(")
        .atEntry(
            serial(
                "harrierSchedulingPoint(unsafe.Pointer(c));"
                    + " if harrierDetails != 0 { harrierTellMessage(c, ep) }"));
    goroot
        .source("runtime/select.go")
        .function("func selectgo(")
        .atEntry(
            serial(
                "harrierSelectPoint(unsafe.Slice(cas0, nsends+nrecvs), nsends);"
                    + " if harrierDetails != 0 {"
                    + " harrierTellMessages(unsafe.Slice(cas0, nsends+nrecvs), nsends) }"));
    goroot
        .source("runtime/proc.go")
        .function("func newproc(")
        .atEnd(serial("harrierSchedulingPoint(nil)"));
  }

  /** The program sees as many as it would, or as it is told to, whatever runs underneath. */
  private void processors() throws PatchException, IOException {
    GoSource debug = goroot.source("runtime/debug.go");
    debug.function("func GOMAXPROCS(").atEntry(serial("return harrierMaxProcs(n)"));
    debug
        .function("func SetDefaultGOMAXPROCS(")
        .atEntry(serial("harrierMaxProcs(int(harrierDefaultProcs)); return"));
    debug
        .function("func NumCPU(")
        .atEntry(serial("if harrierCPUs != 0 { return int(harrierCPUs) }"));
  }

  /**
   * A collection comes when the heap has grown or the program asks, not after some time; only one
   * that was asked for empties pools, which the program can see.
   */
  private void collector() throws PatchException, IOException {
    GoSource collector = goroot.source("runtime/mgc.go");
    collector
        .function("func (t gcTrigger) test(")
        .atEntry(serial("if t.kind == gcTriggerTime { return false }"));
    collector.function("func clearpools(").atEntry(serial("if !work.userForced { return }"));
    // The first collection starts its goroutines, and waits for them, in the goroutine that
    // happens to allocate.
    collector.function("func gcenable(").atEntry(serial("gcBgMarkStartWorkers()"));
    goroot
        .source("runtime/mgcpacer.go")
        .function("func readGOGC(")
        .after("p := gogetenv(\"GOGC\")", "; " + serial("if p == \"\" { return 400 }"));
    goroot
        .source("runtime/mgcscavenge.go")
        .function("func (s *scavengerState) wake(")
        .atEntry(serial("return"));
  }

  /** What the program has the collector call is code of the program's. */
  private void finalizers() throws PatchException, IOException {
    goroot
        .source("runtime/mgc.go")
        .function("func GC(")
        .atEntry("harrierCollectsFor = getg().harrierTest;");
    goroot
        .source("runtime/mfinal.go")
        .function("func runFinalizers(")
        .before(
            "fingStatus.Or(fingRunningFinalizer)", "harrierCallsBack(f.fn, harrierFinalizerName);")
        .after("fingStatus.And(^fingRunningFinalizer)", "; harrierCalledBack()");
    goroot
        .source("runtime/mcleanup.go")
        .function("func runCleanups(")
        .before("c.call(c.fn, c.arg)", "harrierCallsBack(c.fn, harrierCleanupName);")
        .after("c.call(c.fn, c.arg)", "; harrierCalledBack()");
  }

  private void chance() throws PatchException, IOException {
    GoSource rand = goroot.source("runtime/rand.go");
    rand.function("func randinit(").atEnd("harrierControlInit()");
    rand.function("func rand(").atEntry(serial("if x, ok := harrierRandom(); ok { return x }"));
    goroot
        .source("runtime/select.go")
        .function("func selectgo(")
        .swap("cheaprandn(", "harrierSelectOrder(")
        .before(
            "sellock(scases, lockorder)\n\n\tvar (",
            serial("harrierSelectDecide(scases, nsends, pollorder)"));
  }

  private void clock() throws PatchException, IOException {
    GoSource timers = goroot.source("runtime/time.go");
    timers.addFields("timer", "harrierName, harrierFires uint64");
    timers
        .function("func (t *timer) maybeAdd(")
        .swap("t.rand = cheaprand()", "t.rand = harrierTieBreak()");
    timers
        .function("func newTimer(")
        .before("t.modify(when, period, f, arg, 0)", serial("harrierNameTimer(&t.timer)"));
    timers
        .function("func (t *timer) unlockAndRun(")
        .before("f(arg, seq, delay)", serial("harrierFires(t)"))
        .after("f(arg, seq, delay)", "; " + serial("harrierFiring = 0"));
    goroot
        .source("runtime/time_nofake.go")
        .function("func nanotime(")
        .before("return nanotime1()", "if harrierClockMode != 0 { return harrierNow() };");
    goroot
        .source("runtime/time.go")
        .function("func time_runtimeNow(")
        .before("return time_now()", "if harrierClockMode != 0 { return harrierReadClock() };");
    linkedClock();
    goroot
        .source("runtime/time.go")
        .function("func time_runtimeNano(")
        .before("return nanotime()", "if harrierClockMode != 0 { return harrierReadNano() };");
    goroot
        .source("runtime/sema.go")
        .function("func internal_sync_nanotime(")
        .atEntry(serial("return harrierNow()"));
    GoSource futex = goroot.source("runtime/lock_futex.go");
    futex
        .function("func notetsleep_internal(")
        .swap("deadline := nanotime()", "deadline := nanotime1()")
        .swap("now := nanotime()", "now := nanotime1()");
    futex.replace(
        "func beforeIdle(int64, int64) (*g, bool) {\n\treturn nil, false",
        "func beforeIdle(now, pollUntil int64) (*g, bool) {\n\treturn harrierIdle(now, pollUntil)");
  }

  /**
   * {@code time.now}, which packages link to by name to read the clock faster than {@code
   * time.Now}. On linux/amd64 it is assembly, and gets a function in front of it.
   */
  private void linkedClock() throws PatchException, IOException {
    String header = "func time_now() (sec int64, nsec int32, mono int64)";
    String real = "func harrierRealClock() (sec int64, nsec int32, mono int64)";
    String virtual = "if harrierClockMode != 0 { return harrierReadClock() };";
    goroot
        .source("runtime/time_linux_amd64.s")
        .replace("TEXT time·now<", "TEXT ·harrierRealClock<");
    goroot
        .source("runtime/timeasm.go")
        .replace(
            "\n" + header + "\n",
            "\n%s { %s return harrierRealClock() }; %s\n".formatted(header, virtual, real));
    GoSource stub = goroot.source("runtime/timestub.go");
    stub.replace(
        "\n" + header + " {\n",
        "\n%s { %s return harrierRealClock() }; %s {\n".formatted(header, virtual, real));
    goroot.source("runtime/mgc.go").replace(":= time_now()", ":= harrierRealClock()");
  }

  private static String serial(String statement) {
    return "if harrierSerial != 0 { " + statement + " };";
  }
}
