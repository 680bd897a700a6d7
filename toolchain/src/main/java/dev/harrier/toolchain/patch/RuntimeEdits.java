package dev.harrier.toolchain.patch;

import static dev.harrier.toolchain.patch.Hook.call;

import java.io.IOException;
import java.util.List;

/** The edits of package runtime. */
final class RuntimeEdits {
  private static final List<String> HOOKS =
      List.of(
          "writer.go",
          "emit.go",
          "fold.go",
          "stacks.go",
          "channels.go",
          "scheduler.go",
          "timers.go",
          "locks.go",
          "freed.go",
          "ending.go",
          "checkpoint.go",
          "tests.go",
          "monitor.go",
          "plan.go",
          "prefer.go",
          "linger.go",
          "sys.go");

  private static final String LOCKING = "sellock(scases, lockorder)\n\n\tvar (";

  /** A select with a preferred case looks at it alone. */
  private static final String PREFER =
      "if harrierAnyWish != 0 && !harrierGaveUp {"
          + " if i := harrierPrefer(scases); i >= 0 {"
          + " harrierNarrowed = true; pollorder = pollorder[:1]; lockorder = lockorder[:1];"
          + " pollorder[0] = uint16(i); lockorder[0] = uint16(i) } };";

  /** One that waited for its preferred case in vain begins again. */
  private static final String AWAKE =
      "if harrierNarrowed { harrierPatient(cas == nil, int(lockorder[0]));"
          + " if cas == nil {"
          + " selunlock(scases, lockorder); harrierNarrowed = false; harrierGaveUp = true;"
          + " goto harrierAgain } };";

  private static final String RECEIVE_FAILED = "harrierReceiveFailed(c, sys.GetCallerSP())";

  private final Goroot goroot;
  private final Extent extent;
  private final OperatingSystem system;
  private final String goarch;

  RuntimeEdits(Goroot goroot, Extent extent, OperatingSystem system, String goarch) {
    this.goroot = goroot;
    this.extent = extent;
    this.system = system;
    this.goarch = goarch;
  }

  private GoSource file(String name) throws IOException, PatchException {
    return goroot.source("runtime/" + name);
  }

  void apply() throws PatchException, IOException {
    channels();
    select();
    goroutines();
    endings();
    bubbles();
    hooks();
  }

  /** Every hook is where the fate of the operation is decided, inside the channel's lock. */
  private void channels() throws PatchException, IOException {
    GoSource chan = file("chan.go");
    String refused = "\tif !block {\n\t\tunlock(&c.lock)";
    // A panic follows. What was tried is written, so that its channel is known.
    String closed = "if c.closed != 0 {\n\t\tunlock(&c.lock)";
    chan.function("func makechan(").before("return c\n", call("harrierMakeChan(c, size)"));
    chan.function("func chansend(")
        .after("if !block && c.closed == 0 && full(c) {", call("harrierSendFailed(c, callerpc)"))
        .swap(closed, atBrace(closed, "harrierSent(c, callerpc, nil, block)"))
        .after(
            "if sg := c.recvq.dequeue(); sg != nil {", call("harrierSent(c, callerpc, sg, block)"))
        .after("if c.qcount < c.dataqsiz {", call("harrierSent(c, callerpc, nil, block)"))
        .swap(refused, atBrace(refused, "harrierSendFailed(c, callerpc)"));
    chan.function("func chanrecv(")
        .noInline()
        .after("if atomic.Load(&c.closed) == 0 {", call(RECEIVE_FAILED))
        .after("if empty(c) {", call(received("nil", "false")))
        .after("if c.qcount == 0 {", call(received("nil", "false")))
        .after("if sg := c.sendq.dequeue(); sg != nil {", call(received("sg", "true")))
        .after("if c.qcount > 0 {", call(received("nil", "true")))
        .swap(refused, atBrace(refused, RECEIVE_FAILED));
    chan.function("func selectnbsend(").noInline().atEntry(tried("elem", 1, "selected"));
    chan.function("func selectnbrecv(").noInline().atEntry(tried("elem", 0, "selected, received"));
    chan.function("func closechan(")
        .swap(closed, atBrace(closed, "harrierClosed(c)"))
        .after("c.closed = 1", "; " + call("harrierClosed(c)"));
  }

  /** The select with one case and a default, where the plan has a wish for it. */
  private static String tried(String element, int sends, String results) {
    return ("if harrierAnyWish != 0 {"
            + " if s, r, ok := harrierTry(c, %s, %d, getfp()); ok { _ = r; return %s } };")
        .formatted(element, sends, results.replace("selected", "s").replace("received", "r"));
  }

  private static String received(String partner, String ok) {
    return "harrierReceived(c, sys.GetCallerSP(), %s, %s, block)".formatted(partner, ok);
  }

  /** The labels of selectgo are where a case has been chosen and all channels are still locked. */
  private void select() throws PatchException, IOException {
    String refused = "\tif !block {\n\t\tselunlock(scases, lockorder)";
    String closed = "if c.closed != 0 {\n\t\t\t\tgoto sclose";
    String woke = "if debugSelect {\n\t\tprint(\"wait-return:";
    GoSource.Function selectgo = file("select.go").function("func selectgo(");
    selectgo
        .noInline()
        .atEntry("harrierNarrowed, harrierGaveUp := false, false; harrierAgain: ;")
        .before(LOCKING, PREFER)
        .swap(
            refused,
            atBrace(refused, chose("harrierChoseDefault", "true", "nil"))
                .replace("if !block {", "if !block && !harrierNarrowed {"))
        .swap(closed, atBrace(closed, chose("casi", "true", "nil")))
        .before(
            "gopark(selparkcommit",
            call(chose("harrierChoseNone", "true", "nil"))
                + " if harrierNarrowed { harrierBePatient(c, block) };")
        .before("if cas == nil {", AWAKE)
        .before(woke, call("harrierSelectWoke(casi, caseSuccess)"));
    label(selectgo, "bufrecv", chose("casi", "true", "nil"));
    label(selectgo, "bufsend", chose("casi", "true", "nil"));
    label(selectgo, "recv", chose("casi", "true", "sg"));
    label(selectgo, "send", chose("casi", "true", "sg"));
    label(selectgo, "rclose", chose("casi", "false", "nil"));
  }

  private static String chose(String chosen, String ok, String partner) {
    return "harrierSelected(scases, nsends, %s, block, %s, %s)".formatted(chosen, ok, partner);
  }

  private static void label(GoSource.Function function, String label, String hook)
      throws PatchException {
    function.swap("\n" + label + ":\n", "\n" + label + ": " + call(hook) + "\n");
  }

  /** Puts a hook behind the first opening brace of {@code anchor}. */
  private static String atBrace(String anchor, String hook) {
    return anchor.replaceFirst("\\{\n", "{ " + call(hook) + "\n");
  }

  private void goroutines() throws PatchException, IOException {
    GoSource types = file("runtime2.go");
    types.addFields(
        "g",
        "harrierTest, harrierTrySite, harrierRuns, harrierParks, harrierSeenParks, harrierStill uint32; harrierGivenUp uint32; harrierSystem, harrierLeaked, harrierTicking, harrierPolling, harrierOver bool; harrierCoro uintptr;"
            + " harrierTimer *timer; harrierPrefers *hchan;"
            + " harrierLast, harrierHeld uint64; harrierHeldAt uintptr");
    types.addFields("m", "harrierTimer uintptr");
    types.addFields("p", "harrier harrierBuffer; harrierSeen harrierSeen");
    GoSource proc = file("proc.go");
    proc.function("func gopark(").atEntry(call("harrierPark(reason)"));
    proc.function("func ready(").atEntry(call("harrierReady(gp)"));
    proc.function("func newproc1(")
        .before("if isSystemGoroutine(newg, false) {", "newg.harrierSystem = false;")
        .after("if isSystemGoroutine(newg, false) {", "newg.harrierSystem = true;")
        .before("return newg\n", call("harrierSpawned(newg, callergp, callerpc)"));
    proc.function("func gdestroy(").atEntry(call("harrierGone(gp)"));
    proc.function("func sysmon(")
        .swap("sleep := forcegcperiod / 2", "sleep := harrierSleep(forcegcperiod / 2)")
        .before("if *cgo_yield != nil {", call("harrierWakeMonitor(now)"));
    GoSource time = file("time.go");
    time.function("func newTimer(")
        .before("t.modify(when, period, f, arg, 0)", call("harrierTimerSet(&t.timer, arg, true)"));
    time.function("func resetTimer(")
        .before("return t.reset(when, period)", call("harrierTimerSet(&t.timer, t.arg, false)"));
    time.function("func (t *timer) unlockAndRun(")
        .before("f(arg, seq, delay)", call("harrierFired(t, arg)"));
  }

  private void endings() throws PatchException, IOException {
    GoSource collector = file("mgc.go");
    collector.function("func gcenable(").atEnd("harrierStart(gogetenv(\"HARRIER_TRACE\"))");
    collector
        .function("func gcMarkTermination(")
        .before("stwSwept = gcSweep(work.mode)", "harrierMarked();");
    file("proc.go").function("func runExitHooks(").atEntry(call("harrierExiting(code)"));
    if (extent.provesLeaks()) {
      // In what alignment leaves free.
      file("chan.go").replace("\telemsize uint16\n", "\telemsize uint16; harrierMaker uint16\n");
      collector
          .function("func (gp *g) isMaybeRunnable(")
          .before("switch gp.waitreason {", "if harrierHides(gp) { return false };")
          .swap(
              "if isMarkedOrNotInHeap(unsafe.Pointer(sg.c.get())) {",
              "if isMarkedOrNotInHeap(unsafe.Pointer(sg.c.get())) && !harrierIgnores(gp, sg.c.get()) {");
      collector
          .function("func findGoroutineLeaks(")
          .before(
              "work.goroutineLeak.count = work.nStackRoots",
              "for harrierTickersSeen() { if findMaybeRunnableGoroutines() { return false } };"
                  + " harrierReclaimProved();");
      file("mgcmark.go")
          .function("func allGsSnapshotSortedForGC(")
          .swap("|| gp.internalBlocked() {", "|| gp.internalBlocked() && !harrierHides(gp) {");
      file("coro.go")
          .function("func newcoro(")
          .before("gp.coroarg = c", "gp.harrierCoro = uintptr(unsafe.Pointer(c));");
    }
    GoSource panic = file("panic.go");
    panic.function("func gopanic(").before("var p _panic\n", call("harrierPanicked(e)"));
    panic.function("func gorecover(").after("p.recovered = true", "; " + call("harrierRecovers()"));
    panic.function("func fatalpanic(").atEntry(call("systemstack(func() { harrierDying(msgs) })"));
    panic.function("func fatal(").atEntry(call("systemstack(func() { harrierFatal(s) })"));
    panic.function("func throw(").atEntry(call("systemstack(func() { harrierFatal(s) })"));
  }

  /** Goroutines of a bubble that are left when nothing in it can go on. */
  private void bubbles() throws PatchException, IOException {
    if (hasBubbles()) {
      file("synctest.go")
          .function("func synctestRun(")
          .after("if total != 1 {", call("harrierBubbleStuck(unsafe.Pointer(bubble))"));
    }
  }

  private boolean hasBubbles() throws PatchException, IOException {
    return file("runtime2.go").hasField("g", "bubble");
  }

  private void hooks() throws PatchException, IOException {
    GoSource proc = file("proc.go");
    for (String hook : HOOKS) {
      append(proc, hook);
    }
    append(proc, "frame_" + goarch + ".go");
    ReclaimEdits.spin(proc);
    if (extent.provesLeaks()) {
      append(proc, "leaks_collector.go");
      append(proc, "coroutines.go");
      append(proc, "reclaimed.go");
      ReclaimEdits.apply(goroot);
    } else {
      append(proc, "leaks_none.go");
    }
    GoSource types = file("runtime2.go");
    boolean traceable = types.has("\ntype maybeTraceableChan struct");
    append(proc, traceable ? "sudog_traceable.go" : "sudog_plain.go");
    append(proc, hasBubbles() ? "since_go125.go" : "before_go125.go");
    proc.append("wait reasons", WaitReasons.of(types).function());
    system.add(goroot, goarch);
  }

  private static void append(GoSource to, String hook) throws PatchException, IOException {
    to.append("runtime/" + hook, HookSources.read("runtime/" + hook));
  }
}
