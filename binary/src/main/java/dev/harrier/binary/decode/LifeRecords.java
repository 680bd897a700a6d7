package dev.harrier.binary.decode;

import dev.harrier.binary.log.Constants;
import dev.harrier.binary.log.LogRecord;
import dev.harrier.binary.semantics.HookEvent;
import dev.harrier.model.trace.At;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Event.Checkpoint.GoroutineState;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.GoroutineStatus;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.TestId;
import dev.harrier.tracing.table.Tables;
import java.util.List;
import java.util.Optional;

/** Goroutines come, wait, continue and go; the process panics and ends. */
final class LifeRecords {
  private static final String DEADLOCK = "all goroutines are asleep";

  /** As the testing package begins; what follows is made while the program runs. */
  private static final String TIME_LIMIT = "test timed out after its limit";

  private final Decoding decoding;

  private final Constants text;

  private CheckpointReason ending = CheckpointReason.PROCESS_END;

  LifeRecords(Decoding decoding, Constants text) {
    this.decoding = decoding;
    this.text = text;
  }

  void goes(LogRecord r) {
    decoding.goroutine(r).spawns(decoding.stack(r));
  }

  /**
   * A goroutine was created.
   *
   * @param timer whose function it runs; NONE for a {@code go} statement
   */
  void spawned(LogRecord r, ObjectId timer) {
    GoroutineDecodeState parent = decoding.goroutine(r);
    // The runtime starts main before there is any goroutine: no stack then.
    StackId stack = r.goroutine() == 0 ? StackId.NONE : parent.spawning();
    parent.spawns(StackId.NONE);
    GoroutineId child = new GoroutineId(r.object());
    Site start = decoding.stacks().entry(r.argument());
    Tables tables = decoding.tables();
    TestId test = tables.tests().spawn(parent.id(), child);
    int offset = decoding.stacks().offset(r.argument());
    tables.goroutines().add(child.value(), parent.id(), stack, offset, test, isSystem(start));
    decoding.goroutines().begin(child);
    decoding.emit(new Event.Spawn(decoding.at(r, stack), child, timer, GoroutineName.NONE));
  }

  /** As {@code runtime.isSystemGoroutine} decides. */
  private static boolean isSystem(Site start) {
    return start.packagePath().equals("runtime")
        && !start.function().equals("runtime.main")
        && !start.function().equals("runtime.handleAsyncEvent");
  }

  void exits(LogRecord r) {
    decoding.tests().exits(r);
    GoroutineDecodeState goroutine = decoding.goroutine(r);
    goroutine.abandon(decoding.emission());
    decoding.tables().tests().exit(goroutine.id());
    decoding.emit(new Event.Exit(decoding.at(r, StackId.NONE)));
    decoding.goroutines().forget(goroutine.id());
  }

  void parks(LogRecord r) {
    GoroutineDecodeState goroutine = decoding.goroutine(r);
    BlockReason reason = decoding.layout().reason((int) (r.argument() & 0xff));
    goroutine.parks(reason);
    Optional<LoggedOperation> operation =
        goroutine.current().filter(_ -> reason.isSynchronization());
    operation.ifPresent(LoggedOperation::parks);
    StackId stack = operation.map(LoggedOperation::stack).orElseGet(() -> decoding.stack(r));
    ObjectId object = operation.map(LoggedOperation::object).orElse(ObjectId.NONE);
    List<SelectCase> cases = operation.map(LoggedOperation::cases).orElse(List.of());
    decoding.emit(new Event.Block(decoding.at(r, stack), reason, object, cases));
  }

  /**
   * The goroutine that was readied, if it waited: the collector readies those too that it stopped
   * to scan their stacks (runtime/preempt.go, {@code resumeG}).
   */
  Optional<GoroutineDecodeState> readied(LogRecord r) {
    Optional<GoroutineDecodeState> target =
        Optional.of(decoding.goroutines().get(r.object())).filter(t -> t.parked().isPresent());
    target.ifPresent(GoroutineDecodeState::wakes);
    return target;
  }

  void unblocks(LogRecord r, GoroutineDecodeState target) {
    decoding.emit(new Event.Unblock(decoding.at(r, StackId.NONE), target.id()));
  }

  /**
   * The network poller puts goroutines back without a record of their own: one that does something
   * no longer waits.
   */
  void wokeUnseen(LogRecord r) {
    GoroutineDecodeState goroutine = decoding.goroutine(r);
    if (r.goroutine() != 0 && goroutine.parked().isPresent()) {
      goroutine.wakes();
      At at = decoding.at(r, GoroutineId.NONE, StackId.NONE);
      decoding.emit(new Event.Unblock(at, goroutine.id()));
    }
  }

  void panics(LogRecord r) {
    StackId stack = decoding.stack(r);
    String message =
        decoding.tests().isTimeLimit(stack)
            ? TIME_LIMIT
            : text.panicValue(r.argument(), r.object());
    decoding.emit(new Event.Panic(decoding.at(r, stack), message, false));
    GoroutineDecodeState goroutine = decoding.goroutine(r);
    for (HookEvent request :
        List.of(HookEvent.SEND, HookEvent.CLOSE, HookEvent.SELECT, HookEvent.WAIT)) {
      if (goroutine.current(request).isPresent()) {
        goroutine.end(request, decoding.emission()).ifPresent(this::giveUp);
      }
    }
  }

  private void giveUp(LoggedOperation operation) {
    operation.effect().ifPresent(e -> decoding.emission().fill(e.place()));
  }

  /** No deferred function recovered the panic. */
  void crashes() {
    ending = CheckpointReason.CRASH;
  }

  void fails(LogRecord r) {
    StackId stack = decoding.stack(r);
    String message = text.string(r.object(), r.argument());
    ending = message.contains(DEADLOCK) ? CheckpointReason.DEADLOCK : CheckpointReason.CRASH;
    decoding.emit(new Event.Panic(decoding.at(r, stack), message, true));
  }

  /** The process is about to exit. */
  void ends(LogRecord r, int timers) {
    checkpoint(decoding.at(r, StackId.NONE), ending, timers);
  }

  /** The log ends with this record, the process did not say that it does. */
  void isCutOff(LogRecord r, int timers) {
    At at = decoding.at(r, GoroutineId.NONE, StackId.NONE);
    checkpoint(at, CheckpointReason.CUT_OFF, timers);
  }

  private void checkpoint(At at, CheckpointReason why, int timers) {
    List<GoroutineState> states =
        decoding.goroutines().all().stream()
            .filter(goroutine -> goroutine.id().value() != 0)
            .filter(goroutine -> !decoding.tables().goroutines().get(goroutine.id()).system())
            // A goroutine that has ended a test is about to exit; what it does then does not count.
            .filter(goroutine -> !goroutine.isEnding() || goroutine.parked().isPresent())
            .map(goroutine ->
                goroutine
                    .parked()
                    .map(reason ->
                        new GoroutineState(goroutine.id(), GoroutineStatus.WAITING, reason))
                    .orElse(
                        new GoroutineState(
                            goroutine.id(), GoroutineStatus.RUNNABLE, BlockReason.OTHER)))
            .toList();
    decoding.emit(new Event.Checkpoint(at, why, TestId.NONE, timers, 0, states));
  }
}
