package dev.harrier.explore.cause;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.EventOperations;
import dev.harrier.analysis.explain.Frames;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.step.EventState;
import dev.harrier.explore.step.Uses;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Records the operations of one execution. */
final class OperationRecorder implements Recorder<OperationLog> {
  /** Executions with more operations than this are not compared. */
  private static final int MOST = 20_000;

  private final Trace trace;
  private final Frames frames;
  private final EventOperations operations;
  private final List<OperationLog.Entry> entries = new ArrayList<>();

  /** How often each goroutine has been at each place: a spot without its count. */
  private final Map<OperationLog.Spot, Integer> counts = new HashMap<>();

  private final Map<ObjectId, Set<ObjectId>> rivals = new HashMap<>();
  private final List<OperationLog.Wake> wakes = new ArrayList<>();
  private final Map<GoroutineId, BlockReason> blocked = new HashMap<>();

  /** Which entry is the select that a goroutine waits in. */
  private final Map<GoroutineId, Integer> waiting = new HashMap<>();

  private final ClockRecorder clock;

  private final Map<Location, Integer> seen = new HashMap<>();

  OperationRecorder(Trace trace, AnalysisContext context) {
    this.trace = trace;
    this.frames = new Frames(context);
    this.operations = new EventOperations(trace, frames);
    this.clock = new ClockRecorder(trace, frames);
  }

  @Override
  public void accept(Event event, EventState state) {
    clock.see(event, state);
    switch (event) {
      case Event.Race race -> {
        sees(race.stack());
        sees(race.earlier().stack());
      }
      case Event.Spawn spawn -> wakes(spawn.name(), event, state);
      case Event.Block block -> blocked.put(block.goroutine(), block.reason());
      case Event.Unblock unblock when isOwed(blocked.remove(unblock.target())) ->
          wakes(state.name(unblock.target()), event, state);
      case Event.TestFail fail -> sees(fail.stack());
      case Event.Select select when state.operation() == EventState.NONE -> ends(select);
      default -> {
        // Findings that it is part of are seen at the end.
      }
    }
    if (state.operation() == EventState.NONE || entries.size() > MOST) {
      return;
    }
    GoroutineName name = state.name(event.goroutine());
    Stack stack = trace.stack(event.stack());
    // No one would look for the cause in the driver of tests.
    if (name.equals(GoroutineName.NONE) || frames.isScaffold(stack)) {
      return;
    }
    List<OperationLog.Use> uses = new ArrayList<>(1);
    Uses.of(
        event,
        (shared, role) -> {
          if (!role.releases()) {
            uses.add(new OperationLog.Use(shared, role));
          }
        });
    Operation operation = operations.of(event);
    int nth = counts.merge(new OperationLog.Spot(name, operation.site(), 0), 1, Integer::sum);
    entries.add(
        new OperationLog.Entry(
            new OperationLog.Key(name, state.operation()),
            new OperationLog.Spot(name, operation.site(), nth),
            operation,
            frames.trimmed(stack),
            uses,
            frames.within(stack),
            event instanceof Event.Select select && select.chosen() >= 0
                ? Optional.of(select.chosen())
                : Optional.empty(),
            Optional.empty()));
    switch (event) {
      case Event.Select e -> choose(e.cases());
      case Event.Block e -> {
        choose(e.cases());
        if (e.reason() == BlockReason.SELECT) {
          waiting.put(e.goroutine(), entries.size() - 1);
        }
      }
      default -> {
        // It chooses nothing.
      }
    }
  }

  private void ends(Event.Select select) {
    Integer begun = waiting.remove(select.goroutine());
    if (begun != null && select.chosen() >= 0) {
      ObjectId channel = select.cases().get(select.chosen()).channel();
      entries.set(
          begun,
          entries
              .get(begun)
              .ended(
                  new OperationLog.End(
                      operations.of(select), select.chosen(), clock.isTimer(channel))));
    }
  }

  private void wakes(GoroutineName goroutine, Event by, EventState state) {
    wakes.add(new OperationLog.Wake(goroutine, state.name(by.goroutine()), entries.size()));
  }

  /** A lock is given back in any order, and of a select another case may be the next one. */
  private static boolean isOwed(@Nullable BlockReason reason) {
    return reason != null
        && switch (reason) {
          case MUTEX_LOCK, RWMUTEX_LOCK, RWMUTEX_RLOCK, SELECT -> false;
          default -> true;
        };
  }

  private void sees(StackId stack) {
    seen.put(Location.of(frames.primary(trace.stack(stack))), entries.size());
  }

  private void choose(List<SelectCase> cases) {
    for (SelectCase one : cases) {
      for (SelectCase other : cases) {
        if (isReceive(one) && isReceive(other) && !one.channel().equals(other.channel())) {
          rivals.computeIfAbsent(one.channel(), _ -> new HashSet<>()).add(other.channel());
        }
      }
    }
  }

  private static boolean isReceive(SelectCase one) {
    return one.direction() == SelectCase.Direction.RECEIVE;
  }

  @Override
  public OperationLog end(Ended ended) {
    return entries.size() > MOST
        ? OperationLog.NONE
        : new OperationLog(entries, rivals, wakes, seen, clock.log());
  }
}
