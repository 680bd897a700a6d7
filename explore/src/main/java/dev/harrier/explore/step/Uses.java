package dev.harrier.explore.step;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import java.util.List;
import java.util.function.BiConsumer;

/** What the events that record operations use. */
public final class Uses {
  private Uses() {}

  /**
   * Gives what the operation of an event uses, and in which role: nothing if the event records
   * none.
   */
  public static void of(Event event, BiConsumer<Shared, OperationRole> use) {
    switch (event) {
      case Event.Operation e -> access(e, use);
      case Event.Send e -> object(e.channel(), OperationRole.SEND, use);
      case Event.Receive e -> object(e.channel(), OperationRole.RECEIVE, use);
      case Event.Close e -> object(e.channel(), OperationRole.CLOSE, use);
      case Event.Select e -> cases(e.cases(), use);
      case Event.Block e -> {
        object(e.object(), blocked(e.reason()), use);
        cases(e.cases(), use);
      }
      case Event.Acquire e ->
          object(
              e.lock(),
              e.mode() == LockMode.READ ? OperationRole.READ_LOCK : OperationRole.LOCK,
              use);
      case Event.Release e ->
          object(
              e.lock(),
              e.mode() == LockMode.READ ? OperationRole.READ_UNLOCK : OperationRole.UNLOCK,
              use);
      // What it sees is up to those that take the lock and give it back, as if it took it.
      case Event.Refused e ->
          object(
              e.lock(),
              e.mode() == LockMode.READ ? OperationRole.READ_LOCK : OperationRole.LOCK,
              use);
      case Event.Add e ->
          object(e.group(), e.delta() < 0 ? OperationRole.DONE : OperationRole.ADD, use);
      case Event.Wait e -> object(e.object(), OperationRole.WAIT, use);
      case Event.Signal e -> object(e.cond(), OperationRole.SIGNAL, use);
      case Event.Broadcast e -> object(e.cond(), OperationRole.SIGNAL, use);
      default -> {
        // It uses nothing that goroutines share.
      }
    }
  }

  private static void access(Event.Operation event, BiConsumer<Shared, OperationRole> use) {
    Shared variable = new Shared.Variable(event.variable());
    switch (event.access()) {
      case NONE -> {
        // The event that follows says what it is.
      }
      case LOAD, READ -> use.accept(variable, OperationRole.LOAD);
      case STORE, WRITE -> use.accept(variable, OperationRole.STORE);
      case UPDATE, DESCRIPTOR -> use.accept(variable, OperationRole.UPDATE);
    }
  }

  private static void object(
      ObjectId object, OperationRole role, BiConsumer<Shared, OperationRole> use) {
    if (!object.equals(ObjectId.NONE)) {
      use.accept(new Shared.Synchronization(object), role);
    }
  }

  private static void cases(List<SelectCase> cases, BiConsumer<Shared, OperationRole> use) {
    for (SelectCase c : cases) {
      OperationRole role =
          switch (c.direction()) {
            case SEND -> OperationRole.CHOOSE_SEND;
            case RECEIVE -> OperationRole.CHOOSE_RECEIVE;
          };
      object(c.channel(), role, use);
    }
  }

  private static OperationRole blocked(BlockReason reason) {
    return switch (reason) {
      case CHAN_SEND, NIL_CHAN_SEND -> OperationRole.SEND;
      case CHAN_RECEIVE, NIL_CHAN_RECEIVE -> OperationRole.RECEIVE;
      case RWMUTEX_RLOCK -> OperationRole.READ_LOCK;
      case WAIT_GROUP -> OperationRole.WAIT;
      case COND -> OperationRole.COND_WAIT;
      case MUTEX_LOCK, RWMUTEX_LOCK -> OperationRole.LOCK;
      // There is no object, or no operation.
      case SELECT, EMPTY_SELECT, SEMAPHORE, SLEEP, IO, OTHER, COROUTINE ->
          OperationRole.CHOOSE_RECEIVE;
    };
  }
}
