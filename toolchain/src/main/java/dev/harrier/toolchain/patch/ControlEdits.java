package dev.harrier.toolchain.patch;

import dev.harrier.toolchain.driver.GoVersion;
import java.io.IOException;
import java.util.List;

/**
 * The edits that let a run be controlled: one goroutine at a time, a clock of its own, no chance
 * but the seed's. Their conditions are of their own too: control begins before tracing does.
 */
final class ControlEdits {
  private final Goroot goroot;
  private final GoVersion version;

  ControlEdits(Goroot goroot, GoVersion version) {
    this.goroot = goroot;
    this.version = version;
  }

  void apply() throws PatchException, IOException {
    goroot
        .source("runtime/runtime2.go")
        .addFields(
            "g",
            "harrierSeq, harrierRng, harrierPriority, harrierPoints, harrierOperations,"
                + " harrierSince uint64;"
                + " harrierSelects, harrierPolls, harrierPolled, harrierAt uint64; harrierOlder, harrierYounger guintptr;"
                + " harrierNext uintptr; harrierResume, harrierSpins, harrierTired,"
                + " harrierStands, harrierUsage bool");
    if (!version.atLeast(26)) {
      append("control_none.go");
      return;
    }
    append("control.go");
    append("pick.go");
    append("usage.go");
    append("ready.go");
    append("watchdog.go");
    append("clock.go");
    scheduler();
    givingWay();
    chance();
    clock();
  }

  private void append(String hook) throws PatchException, IOException {
    goroot.source("runtime/proc.go").append("runtime/" + hook, HookSources.read("runtime/" + hook));
  }

  private void scheduler() throws PatchException, IOException {
    GoSource proc = goroot.source("runtime/proc.go");
    proc.function("func runqget(").atEntry(serial("return harrierPick(pp, false), false"));
    proc.function("func globrunqget(").atEntry(serial("return nil"));
    proc.function("func globrunqgetbatch(")
        .atEntry(serial("return harrierPick(allp[0], true), gQueue{}"));
    proc.function("func runqempty(").atEntry("if harrierAnyAble() { return false };");
    proc.function("func procresize(").atEntry(serial("nprocs = 1"));
    proc.function("func goschedImpl(").atEntry("if preempted { harrierStopped(gp) };");
    proc.function("func Gosched(").atEntry(serial("harrierYields()"));
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

  /** Before every operation of package runtime that another goroutine can see. */
  private void givingWay() throws PatchException, IOException {
    GoSource chan = goroot.source("runtime/chan.go");
    for (String operation : List.of("chansend", "chanrecv", "closechan")) {
      chan.function("func " + operation + "(").atEntry(serial("harrierGiveWay(unsafe.Pointer(c))"));
    }
    goroot
        .source("runtime/select.go")
        .function("func selectgo(")
        .atEntry(serial("harrierGiveWay(nil)"));
    goroot.source("runtime/proc.go").function("func newproc(").atEnd(serial("harrierGiveWay(nil)"));
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
    goroot
        .source("runtime/mgcpacer.go")
        .function("func readGOGC(")
        .after("p := gogetenv(\"GOGC\")", "; " + serial("if p == \"\" { return 400 }"));
  }

  private void clock() throws PatchException, IOException {
    goroot
        .source("runtime/time_nofake.go")
        .function("func nanotime(")
        .before("return nanotime1()", "if harrierClockMode != 0 { return harrierNow() };");
    goroot
        .source("runtime/time.go")
        .function("func time_runtimeNow(")
        .before("return time_now()", "if harrierClockMode != 0 { return harrierReadClock() };");
    GoSource futex = goroot.source("runtime/lock_futex.go");
    futex
        .function("func notetsleep_internal(")
        .swap("deadline := nanotime()", "deadline := nanotime1()")
        .swap("now := nanotime()", "now := nanotime1()");
    futex.replace(
        "func beforeIdle(int64, int64) (*g, bool) {\n\treturn nil, false",
        "func beforeIdle(now, pollUntil int64) (*g, bool) {\n\treturn harrierIdle(now, pollUntil)");
    goroot
        .source("runtime/netpoll.go")
        .function("func poll_runtime_pollOpen(")
        .atEntry(serial("harrierGoHybrid()"));
  }

  private static String serial(String statement) {
    return "if harrierSerial != 0 { " + statement + " };";
  }
}
