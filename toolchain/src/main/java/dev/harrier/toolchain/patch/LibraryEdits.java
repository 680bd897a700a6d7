package dev.harrier.toolchain.patch;

import static dev.harrier.toolchain.patch.Hook.call;

import java.io.IOException;
import java.util.List;

/** The edits of packages sync, context and testing. */
final class LibraryEdits {
  private final Goroot goroot;

  LibraryEdits(Goroot goroot) {
    this.goroot = goroot;
  }

  void apply() throws PatchException, IOException {
    mutex();
    rwmutex();
    once();
    waitGroup();
    cond();
    context();
    testing();
  }

  private static String object(String variable, String kind) {
    return "(unsafe.Pointer(" + variable + "), harrier" + kind + ")";
  }

  /** Also tells the call site: what calls this must not be inlined into the user's code. */
  private static String objectAt(String variable, String kind) {
    return "(unsafe.Pointer(" + variable + "), harrier" + kind + ", sys.GetCallerPC())";
  }

  /**
   * A lock that can be had at once is told when it is taken, one that can't is asked for first. The
   * release is told before it happens. So acquire and release alternate in the order of tickets.
   */
  private void mutex() throws PatchException, IOException {
    GoSource mutex = goroot.source("sync/mutex.go");
    String m = object("m", "MutexKind");
    String at = objectAt("m", "MutexKind");
    mutex.replace(
        "\tisync \"internal/sync\"\n",
        "\tisync \"internal/sync\"; \"internal/runtime/sys\"; \"unsafe\"\n");
    mutex
        .function("func (m *Mutex) Lock(")
        .noInline()
        .swap(
            "m.mu.Lock()",
            "if harrierOn == 0 { m.mu.Lock(); return }; harrierPoint(unsafe.Pointer(m));"
                + " if !m.mu.TryLock() { harrierRequest"
                + m
                + "; m.mu.Lock() };"
                + " harrierAcquire"
                + at);
    mutex
        .function("func (m *Mutex) TryLock(")
        .noInline()
        .swap(
            "return m.mu.TryLock()",
            call("harrierPoint(unsafe.Pointer(m))")
                + " ok := m.mu.TryLock(); if ok && harrierOn != 0 { harrierAcquire"
                + at
                + " } else if harrierOn != 0 { harrierRefused"
                + at
                + " }; return ok");
    mutex
        .function("func (m *Mutex) Unlock(")
        .noInline()
        .atEntry(call("harrierPoint(unsafe.Pointer(m)); harrierRelease" + at));
  }

  /** The mutex inside is used by its unhooked name: it is not an object of its own. */
  private void rwmutex() throws PatchException, IOException {
    GoSource rw = goroot.source("sync/rwmutex.go");
    String read = object("rw", "RWMutexKind|harrierSharedMode");
    String write = object("rw", "RWMutexKind");
    String readAt = objectAt("rw", "RWMutexKind|harrierSharedMode");
    String writeAt = objectAt("rw", "RWMutexKind");
    rw.addImport("sync/atomic", "\"internal/runtime/sys\"");
    String yield = "harrierPoint(unsafe.Pointer(rw)); ";
    rw.function("func (rw *RWMutex) RLock(")
        .noInline()
        .atEntry(call(yield))
        .before("runtime_SemacquireRWMutexR(", call("harrierRequest" + read))
        .atEnd(call("harrierAcquire" + readAt));
    rw.function("func (rw *RWMutex) TryRLock(")
        .noInline()
        .atEntry(call(yield))
        .after("if c < 0 {", call("harrierRefused" + readAt))
        .before("return true\n", call("harrierAcquire" + readAt));
    rw.function("func (rw *RWMutex) RUnlock(")
        .noInline()
        .atEntry(call(yield + "harrierRelease" + readAt));
    rw.function("func (rw *RWMutex) Lock(")
        .noInline()
        .atEntry(call(yield))
        .swap(
            "rw.w.Lock()",
            "if harrierOn != 0 && !rw.w.mu.TryLock() { harrierRequest"
                + write
                + "; rw.w.mu.Lock() } else if harrierOn == 0 { rw.w.mu.Lock() }")
        .before("runtime_SemacquireRWMutex(", call("harrierRequest" + write))
        .atEnd(call("harrierAcquire" + writeAt));
    rw.function("func (rw *RWMutex) TryLock(")
        .noInline()
        .atEntry(call(yield))
        .swap("rw.w.TryLock() {", "rw.w.mu.TryLock() { " + call("harrierRefused" + writeAt))
        .swap("rw.w.Unlock()", "rw.w.mu.Unlock(); " + call("harrierRefused" + writeAt))
        .before("return true\n", call("harrierAcquire" + writeAt));
    rw.function("func (rw *RWMutex) Unlock(")
        .noInline()
        .atEntry(call(yield + "harrierRelease" + writeAt))
        .swap("rw.w.Unlock()", "rw.w.mu.Unlock()");
    rw.append("sync/hooks.go", HookSources.read("sync/hooks.go"));
  }

  private void once() throws PatchException, IOException {
    GoSource once = goroot.source("sync/once.go");
    once.addImport("sync/atomic", "\"internal/runtime/sys\"");
    // doSlow defers, so it is not inlined in any case.
    once.function("func (o *Once) doSlow(")
        .swap("\to.m.Lock()", "\tharrierOnceEnter(o, sys.GetCallerPC())")
        .swap("defer o.m.Unlock()", "defer harrierOnceLeave(o, sys.GetCallerPC())");
  }

  private void waitGroup() throws PatchException, IOException {
    GoSource group = goroot.source("sync/waitgroup.go");
    String wg = object("wg", "WaitGroupKind");
    String inBubble = "runtime_SemacquireWaitGroup(&wg.sema, synctestDurable)";
    String park = group.has(inBubble) ? inBubble : "runtime_SemacquireWaitGroup(&wg.sema)";
    group
        .function("func (wg *WaitGroup) Add(")
        .atEntry(call("harrierPoint(unsafe.Pointer(wg)); harrierAdd(unsafe.Pointer(wg), delta)"));
    group
        .function("func (wg *WaitGroup) Wait(")
        .atEntry(call("harrierPoint(unsafe.Pointer(wg))"))
        .after("if v == 0 {", call("harrierWaited" + wg))
        .swap(park, call("harrierRequest" + wg) + park + "; " + call("harrierWaited" + wg));
  }

  /** The library does not tell race detectors that a signal comes before the wait that it ends. */
  private void cond() throws PatchException, IOException {
    GoSource cond = goroot.source("sync/cond.go");
    cond.addImport("sync/atomic", "\"internal/race\"");
    String c = object("c", "CondKind");
    String park = "runtime_notifyListWait(&c.notify, t)";
    cond.function("func (c *Cond) Wait(")
        .atEntry(call("harrierPoint(unsafe.Pointer(c))"))
        .swap(
            park,
            call("harrierRequest" + c)
                + park
                + "; "
                + call("harrierWaited" + c)
                + "; if race.Enabled { race.Acquire(harrierTicket(c, t)) }");
    cond.function("func (c *Cond) Signal(").atEntry(signal(false));
    cond.function("func (c *Cond) Broadcast(").atEntry(signal(true));
  }

  private String signal(boolean all) {
    return call(
            "harrierPoint(unsafe.Pointer(c)); harrierSignal(unsafe.Pointer(c), %s)".formatted(all))
        + "; if race.Enabled { harrierNotify(c, %s) };".formatted(all);
  }

  private void context() throws PatchException, IOException {
    GoSource context = goroot.source("context/context.go");
    context.addImport("time", "\"unsafe\"");
    context
        .function("func (c *cancelCtx) propagateCancel(")
        .after("if done == nil {", "harrierMade(c, nil);")
        .after("case <-done:", "harrierMade(c, nil);")
        .after("if p, ok := parentCancelCtx(parent); ok {", "harrierMade(c, p);")
        .after("if a, ok := parent.(afterFuncer); ok {", "harrierMade(c, nil);")
        .before("goroutines.Add(1)", "harrierMade(c, nil);");
    context.addFields("cancelCtx", "harrierHolder canceler; harrierMaker uint64");
    for (String function : List.of("WithCancel", "WithCancelCause")) {
      context
          .function("func " + function + "(")
          .after("c := withCancel(parent)", "; harrierHeld(c, c)");
    }
    context
        .function("func WithDeadlineCause(")
        .after("c.cancelCtx.propagateCancel(parent, c)", "; harrierHeld(&c.cancelCtx, c)");
    context
        .function("func (c *cancelCtx) Done(")
        .atEntry("if harrierFaulty != 0 { c.harrierMayEnd() };")
        .after("c.done.Store(d)", "; harrierMadeDone(c, d)");
    context
        .function("func (c *cancelCtx) cancel(")
        .before("d, _ := c.done.Load().(chan struct{})", "harrierCancelled(c);");
    context.append("context/hooks.go", HookSources.read("context/hooks.go"));
  }

  private void testing() throws PatchException, IOException {
    GoSource testing = goroot.source("testing/testing.go");
    if (testing.has("\t_ \"unsafe\" //")) {
      testing.replace("\t_ \"unsafe\" //", "\t\"unsafe\" //");
    } else {
      testing.addImport("time", "\"unsafe\"");
    }
    testing.addFields("common", "harrierTestScope harrierTestScope");
    testing
        .function("func (c *common) Fail(")
        .before("c.failed = true", "c.harrierTestScope.fail(c.failed);");
    testing
        .function("func tRunner(")
        .before("t.resetRaces()\n", "t.harrierTestScope = harrierStart(t.name);")
        .before("t.report() //", "t.harrierTestScope.end(t.Failed(), t.Skipped());");
    testing
        .function("func (m *M) startAlarm(")
        .atEntry("harrierTestsBegin();")
        .before("panic(fmt.Sprintf(\"test timed out", "harrierAlarmRings(extra);")
        .swap("\t})\n\treturn deadline", "\t}); harrierAlarmStarted(m)\n\treturn deadline");
    testing.function("func (m *M) stopAlarm(").atEntry("harrierAlarmStopped();");
    goroot
        .source("testing/run_example.go")
        .function("func runExample(")
        .before("eg.F()", "harrierTestScope := harrierStart(eg.Name);")
        .before("finished = true", "harrierTestScope.end(false, false);");
    goroot
        .source("testing/benchmark.go")
        .function("func (b *B) runN(")
        .before("b.ResetTimer()\n\tb.StartTimer()", "b.harrierTestScope = harrierStart(b.name);")
        .after("b.StopTimer()", "; b.harrierTestScope.end(b.Failed(), b.Skipped())");
    testing.append("testing/hooks.go", HookSources.read("testing/hooks.go"));
  }
}
