package dev.harrier.explore.transfer;

import dev.harrier.analysis.explain.Frames;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.step.EventState;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.StackId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Records what each goroutine of an execution does, in words that survive a change of lines. */
final class LogRecorder implements Recorder<ExecutionLog> {
  /** Of executions whose decisions report all that they could have been. */
  static final Observation<ExecutionLog> LOG =
      new Observation<>(
          ExecutionLog.NONE,
          execution ->
              execution.schedule().plan().recordsAlternatives()
                  ? Optional.of(recorder(execution))
                  : Optional.empty());

  private static final int MOST_POINTS = 200_000;

  /** What is known of a goroutine until now. */
  private static final class Run {
    final ExecutionLog.Path path;
    int stopped;

    Run(GoroutineName creator, String created) {
      this.path = new ExecutionLog.Path(creator, created, new ArrayList<>(), new ArrayList<>());
    }
  }

  private final Function<StackId, String> function;
  private final Map<GoroutineName, Run> runs = new LinkedHashMap<>();
  private final Set<GoroutineId> still = new HashSet<>();
  private final List<ExecutionLog.Point> points = new ArrayList<>();

  private LogRecorder(Function<StackId, String> function) {
    this.function = function;
    runs.put(GoroutineName.MAIN, new Run(GoroutineName.NONE, ""));
  }

  private static LogRecorder recorder(Observation.Execution execution) {
    Frames frames = new Frames(execution.context());
    Map<StackId, String> functions = new HashMap<>();
    return new LogRecorder(stack ->
        functions.computeIfAbsent(
            stack,
            s -> FunctionNames.stable(frames.primary(execution.trace().stack(s)).function())));
  }

  @Override
  public void accept(Event event, EventState state) {
    if (event instanceof Event.Choice choice) {
      choose(choice, state);
      return;
    }
    GoroutineId goroutine = event.goroutine();
    Run run = runs.get(state.name(goroutine));
    if (run == null) {
      return;
    }
    List<String> operations = run.path.operations();
    if (event instanceof Event.Spawn spawn) {
      runs.putIfAbsent(spawn.name(), new Run(state.name(goroutine), function.apply(event.stack())));
    }
    if (event instanceof Event.Operation operation) {
      operations.add(operation.access().name());
      run.path.stops().add(run.stopped);
    }
    if (state.operation() > 0 && state.operation() <= operations.size()) {
      operations.set(
          (int) state.operation() - 1, kind(event) + " " + function.apply(event.stack()));
    }
    if (event instanceof Event.Block || event instanceof Event.Exit) {
      still.add(goroutine);
      run.stopped++;
    } else {
      still.remove(goroutine);
    }
  }

  /** The same for an operation that has to wait and one that has not. */
  private static String kind(Event event) {
    return switch (event) {
      case Event.Operation operation -> operation.access().name();
      case Event.Block block -> awaited(block.reason());
      case Event.Wait _ -> "wait";
      default -> event.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    };
  }

  private static String awaited(BlockReason reason) {
    return switch (reason) {
      case CHAN_SEND, NIL_CHAN_SEND -> "send";
      case CHAN_RECEIVE, NIL_CHAN_RECEIVE -> "receive";
      case SELECT, EMPTY_SELECT -> "select";
      case MUTEX_LOCK, RWMUTEX_LOCK, RWMUTEX_RLOCK -> "acquire";
      case WAIT_GROUP, COND -> "wait";
      case SEMAPHORE, SLEEP, IO, OTHER, COROUTINE -> reason.name();
    };
  }

  private void choose(Event.Choice choice, EventState state) {
    ChoiceKind kind = choice.kind();
    if ((!kind.isAlternative() && kind != ChoiceKind.TIMER && kind != ChoiceKind.RETURNED)
        || points.size() >= MOST_POINTS) {
      return;
    }
    ExecutionLog.Point last = points.isEmpty() ? null : points.getLast();
    if (last != null
        && kind.isAlternative()
        && last.kind() == kind
        && last.goroutine().equals(choice.name())
        && last.number() == choice.point()
        && last.options().size() < choice.options()) {
      last.options().add(choice.chosen());
      return;
    }
    points.add(
        new ExecutionLog.Point(
            kind,
            choice.name(),
            choice.point(),
            state.latest(choice.of()),
            still.contains(choice.of()),
            new ArrayList<>(List.of(choice.chosen()))));
  }

  @Override
  public ExecutionLog end(Ended ended) {
    Map<GoroutineName, ExecutionLog.Path> paths = new LinkedHashMap<>();
    runs.forEach((name, run) -> paths.put(name, run.path));
    return new ExecutionLog(paths, points);
  }
}
