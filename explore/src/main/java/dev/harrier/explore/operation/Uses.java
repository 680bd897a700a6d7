package dev.harrier.explore.operation;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import java.util.List;
import java.util.function.BiConsumer;

/** What the events that tell of operations use. */
public final class Uses {
  private Uses() {}

  /**
   * Tells what the operation of an event uses, and in which role: nothing if the event tells of
   * none.
   */
  public static void of(Event event, BiConsumer<Shared, Role> use) {
    switch (event) {
      case Event.Operation e -> access(e, use);
      case Event.Send e -> object(e.channel(), Role.SEND, use);
      case Event.Receive e -> object(e.channel(), Role.RECEIVE, use);
      case Event.Close e -> object(e.channel(), Role.CLOSE, use);
      case Event.Select e -> cases(e.cases(), use);
      case Event.Block e -> {
        object(e.object(), blocked(e.reason()), use);
        cases(e.cases(), use);
      }
      case Event.Acquire e ->
          object(e.lock(), e.mode() == LockMode.READ ? Role.READ_LOCK : Role.LOCK, use);
      case Event.Release e ->
          object(e.lock(), e.mode() == LockMode.READ ? Role.READ_UNLOCK : Role.UNLOCK, use);
      // What it sees is up to those that take the lock and give it back, as if it took it.
      case Event.Refused e ->
          object(e.lock(), e.mode() == LockMode.READ ? Role.READ_LOCK : Role.LOCK, use);
      case Event.Add e -> object(e.group(), e.delta() < 0 ? Role.DONE : Role.ADD, use);
      case Event.Wait e -> object(e.object(), Role.WAIT, use);
      case Event.Signal e -> object(e.cond(), Role.SIGNAL, use);
      case Event.Broadcast e -> object(e.cond(), Role.SIGNAL, use);
      default -> {
        // It uses nothing that goroutines share.
      }
    }
  }

  private static void access(Event.Operation event, BiConsumer<Shared, Role> use) {
    Shared variable = new Shared.Variable(event.variable());
    switch (event.access()) {
      case NONE -> {
        // The event that follows tells what it is.
      }
      case LOAD, READ -> use.accept(variable, Role.LOAD);
      case STORE, WRITE -> use.accept(variable, Role.STORE);
      case UPDATE -> use.accept(variable, Role.UPDATE);
    }
  }

  private static void object(ObjectId object, Role role, BiConsumer<Shared, Role> use) {
    if (!object.equals(ObjectId.NONE)) {
      use.accept(new Shared.Synchronisation(object), role);
    }
  }

  private static void cases(List<SelectCase> cases, BiConsumer<Shared, Role> use) {
    for (SelectCase c : cases) {
      Role role =
          switch (c.direction()) {
            case SEND -> Role.CHOOSE_SEND;
            case RECEIVE -> Role.CHOOSE_RECEIVE;
          };
      object(c.channel(), role, use);
    }
  }

  private static Role blocked(BlockReason reason) {
    return switch (reason) {
      case CHAN_SEND, NIL_CHAN_SEND -> Role.SEND;
      case CHAN_RECEIVE, NIL_CHAN_RECEIVE -> Role.RECEIVE;
      case RWMUTEX_RLOCK -> Role.READ_LOCK;
      case WAIT_GROUP -> Role.WAIT;
      case COND -> Role.COND_WAIT;
      case MUTEX_LOCK, RWMUTEX_LOCK -> Role.LOCK;
      // There is no object, or no operation.
      case SELECT, EMPTY_SELECT, SEMAPHORE, SLEEP, IO, OTHER, COROUTINE -> Role.CHOOSE_RECEIVE;
    };
  }
}
