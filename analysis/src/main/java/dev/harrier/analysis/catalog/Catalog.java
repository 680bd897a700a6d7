package dev.harrier.analysis.catalog;

import dev.harrier.analysis.deadlock.ChannelLockDeadlock;
import dev.harrier.analysis.deadlock.CondStuck;
import dev.harrier.analysis.deadlock.DoubleLock;
import dev.harrier.analysis.deadlock.GlobalDeadlock;
import dev.harrier.analysis.deadlock.LockOrderDeadlock;
import dev.harrier.analysis.deadlock.MissingUnlock;
import dev.harrier.analysis.deadlock.TestTimeout;
import dev.harrier.analysis.deadlock.WaitGroupStuck;
import dev.harrier.analysis.engine.Rules;
import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.leak.ContextNotCanceled;
import dev.harrier.analysis.leak.GoroutineLeak;
import dev.harrier.analysis.leak.IteratorNotStopped;
import dev.harrier.analysis.misuse.DoubleClose;
import dev.harrier.analysis.misuse.SendOnClosed;
import dev.harrier.analysis.misuse.TestPanic;
import dev.harrier.analysis.misuse.UnlockOfUnlocked;
import dev.harrier.analysis.misuse.WaitGroupMisuse;
import java.util.List;

/** All rules, in each list the most specific first. */
public final class Catalog {
  private Catalog() {}

  /** A new set of rules; rules have no state, so one set serves any number of traces. */
  public static Rules rules() {
    WaitGroupMisuse waitGroupMisuse = new WaitGroupMisuse();
    MissingUnlock missingUnlock = new MissingUnlock();
    return new Rules(
        List.of(
            new DoubleLock(),
            missingUnlock,
            new WaitGroupStuck(),
            new CondStuck(),
            new ContextNotCanceled(),
            new GlobalDeadlock(),
            new TestTimeout(),
            new IteratorNotStopped(),
            new GoroutineLeak()),
        List.of(
            new SendOnClosed(),
            new DoubleClose(),
            new UnlockOfUnlocked(),
            waitGroupMisuse,
            new TestPanic()),
        List.of(waitGroupMisuse),
        List.of(missingUnlock),
        List.of(new LockOrderDeadlock(), new ChannelLockDeadlock()));
  }

  /**
   * The rules for a process that a test started from its own binary. How such a child ends is for
   * the test to judge: many a test has its child panic or run out of time and looks at the exit
   * status.
   */
  public static Rules childRules() {
    Rules all = rules();
    List<StuckAnalysis> stuck =
        all.stuck().stream().filter(rule -> !(rule instanceof TestTimeout)).toList();
    return new Rules(stuck, List.of(), all.waitGroups(), all.locks(), all.predictions());
  }
}
