package dev.harrier.tracing.validate;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What the trace of the self-test program ({@code toolchain/src/main/go/selftest}) has if every
 * hook of the standard library works.
 */
public final class SelfTestEvents {
  private SelfTestEvents() {}

  /** The things that the program did and its trace does not have, in the order of the program. */
  public static List<String> missing(Trace trace) {
    Map<String, Predicate<Event>> expected = new LinkedHashMap<>();
    expected.put("test-begin", e -> e instanceof Event.TestBegin);
    expected.put("make", e -> e instanceof Event.Make);
    expected.put("send", e -> e instanceof Event.Send);
    expected.put("receive", e -> e instanceof Event.Receive);
    expected.put("select of one case", e -> e instanceof Event.Select s && s.cases().size() == 1);
    expected.put("select", e -> e instanceof Event.Select s && s.cases().size() == 2);
    expected.put("spawn", e -> e instanceof Event.Spawn);
    expected.put("exit", e -> e instanceof Event.Exit);
    expected.put("close", e -> e instanceof Event.Close);
    expected.put("lock", e -> e instanceof Event.Acquire a && a.mode() == LockMode.WRITE);
    expected.put("read lock", e -> e instanceof Event.Acquire a && a.mode() == LockMode.READ);
    expected.put("unlock", e -> e instanceof Event.Release);
    expected.put(
        "once",
        e -> e instanceof Event.Acquire a && trace.object(a.lock()).kind() == ObjectKind.ONCE);
    expected.put("add", e -> e instanceof Event.Add);
    expected.put("wait", e -> e instanceof Event.Wait);
    expected.put("signal", e -> e instanceof Event.Signal);
    expected.put("broadcast", e -> e instanceof Event.Broadcast);
    expected.put("timer-set", e -> e instanceof Event.TimerSet);
    expected.put(
        "start of a timer's function",
        e -> e instanceof Event.Spawn s && !s.timer().equals(ObjectId.NONE));
    expected.put("panic", e -> e instanceof Event.Panic);
    expected.put("recover", e -> e instanceof Event.Recovered);
    expected.put("context", e -> e instanceof Event.ContextNew);
    expected.put("context-cancel", e -> e instanceof Event.ContextCancel);
    expected.put("test-end", e -> e instanceof Event.TestEnd);
    expected.put("checkpoint", e -> e instanceof Event.Checkpoint);
    trace.replay(event -> expected.values().removeIf(wanted -> wanted.test(event)));
    return new ArrayList<>(expected.keySet());
  }
}
