package dev.harrier.binary.decode;

import dev.harrier.binary.log.LogRecord;
import dev.harrier.binary.semantics.HookEvent;
import dev.harrier.model.trace.At;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.StackId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Channel operations. An operation through the buffer takes its place in the order at its commit
 * record; one that meets a partner, at the hand-over, and the partner's end is made when it is
 * readied; one without either failed or found the channel closed before it took the lock.
 */
final class ChannelRecords {
  private final Decoding decoding;

  /** Channel addresses of hand-overs by the runtime itself whose partner is not readied yet. */
  private final Map<Long, Direction> runtimeHandOvers = new HashMap<>();

  ChannelRecords(Decoding decoding) {
    this.decoding = decoding;
  }

  void made(LogRecord r) {
    StackId stack = decoding.stack(r);
    int capacity = (int) Math.min(r.argument(), Integer.MAX_VALUE);
    ObjectId id = decoding.objects().makeChannel(r.object(), stack, capacity);
    decoding.emit(new Event.Make(decoding.at(r, stack), id));
  }

  void requested(LogRecord r, HookEvent request) {
    if (r.goroutine() == 0) {
      return;
    }
    StackId stack = decoding.stack(r);
    boolean mayBlock = request == HookEvent.CLOSE || r.flag();
    decoding
        .goroutine(r)
        .begin(
            new LoggedOperation(request, channel(r.object(), stack), stack, r.object(), mayBlock));
  }

  void selectRequested(LogRecord r) {
    StackId stack = decoding.stack(r);
    LoggedOperation operation =
        new LoggedOperation(HookEvent.SELECT, ObjectId.NONE, stack, 0, r.argument() < 0);
    operation.expect((int) (r.argument() & 0xffff), (int) (r.argument() >>> 32 & 0xffff));
    decoding.goroutine(r).begin(operation);
  }

  void selectCase(LogRecord r) {
    decoding
        .goroutine(r)
        .current(HookEvent.SELECT)
        .ifPresent(o -> o.addCase(channel(r.object(), o.stack()), r.object()));
  }

  /** The lock of the channel, or of all channels of a select, is about to be given back. */
  void committed(LogRecord r, HookEvent request) {
    if (r.goroutine() == 0) {
      if (request == HookEvent.SEND) {
        timerSent(r, r.object() - decoding.layout().channelLock());
      }
      return;
    }
    decoding
        .goroutine(r)
        .current(request)
        .filter(o -> o.effect().isEmpty() && !o.isDirect() && !o.isParked())
        .ifPresent(o -> reserve(r, o));
  }

  private void reserve(LogRecord r, LoggedOperation o) {
    At at = decoding.at(r, o.stack());
    o.takesEffect(at, decoding.emission().reserve());
  }

  /**
   * A timer's send into the buffer; that it did not find the buffer full is known from the model.
   */
  private void timerSent(LogRecord r, long address) {
    ObjectId channel = decoding.objects().channel(address, StackId.NONE);
    decoding.emit(new Event.TimerFire(decoding.at(r, GoroutineId.NONE, StackId.NONE), channel));
    int capacity = decoding.tables().objects().get(channel).capacity();
    if (decoding.channels().occupancy(channel) < capacity) {
      decoding.channels().occupy(channel, 1);
      At at = decoding.at(r, GoroutineId.NONE, StackId.NONE);
      decoding.emit(new Event.Send(at, channel, Completion.NEITHER));
    }
  }

  void closeCommitted(LogRecord r) {
    decoding
        .goroutine(r)
        .current(HookEvent.CLOSE)
        .ifPresent(o -> {
          ObjectId channel = decoding.objects().channel(o.address(), o.stack());
          if (decoding.channels().close(channel)) {
            o.findsPartner();
            decoding.emit(new Event.Close(decoding.at(r, o.stack()), channel));
          }
        });
  }

  /**
   * A goroutine that waits is served; {@code direction} is what the goroutine of the record does.
   */
  void handedOver(LogRecord r, Direction direction) {
    if (r.goroutine() == 0) {
      runtimeHandOvers.put(r.object(), direction);
      At at = decoding.at(r, GoroutineId.NONE, StackId.NONE);
      ObjectId channel = channel(r.object(), StackId.NONE);
      decoding.emit(new Event.TimerFire(at, channel));
      At then = decoding.at(r, GoroutineId.NONE, StackId.NONE);
      decoding.emit(new Event.Send(then, channel, Completion.UNBLOCKING));
      return;
    }
    LoggedOperation o = decoding.goroutine(r).current().orElse(null);
    if (o == null) {
      return;
    }
    o.findsPartner();
    switch (o.request()) {
      case SEND, RECEIVE ->
          decoding.emit(done(decoding.at(r, o.stack()), o, direction, true, Completion.UNBLOCKING));
      case SELECT -> reserve(r, o);
      default -> {}
    }
  }

  /** {@code target} is made runnable by the goroutine of the record. */
  void readied(LogRecord r, GoroutineDecodeState target) {
    LoggedOperation waiting = target.current().orElse(null);
    if (waiting == null || !waiting.isParked() || waiting.isCompleted()) {
      return;
    }
    if (r.goroutine() == 0) {
      runtimeHandOvers.entrySet().stream()
          .filter(e -> waitsOn(waiting, channel(e.getKey(), StackId.NONE)))
          .findFirst()
          .ifPresent(e -> {
            runtimeHandOvers.remove(e.getKey());
            complete(r, target, waiting, channel(e.getKey(), StackId.NONE), e.getValue());
          });
      return;
    }
    decoding
        .goroutine(r)
        .current()
        .filter(LoggedOperation::isDirect)
        .ifPresent(by -> completeBy(r, target, waiting, by));
  }

  private void completeBy(
      LogRecord r, GoroutineDecodeState target, LoggedOperation waiting, LoggedOperation by) {
    switch (by.request()) {
      case SEND -> complete(r, target, waiting, by.object(), Direction.SEND);
      case RECEIVE -> complete(r, target, waiting, by.object(), Direction.RECEIVE);
      case CLOSE -> completeClosed(r, target, waiting, by.object());
      case SELECT -> {
        for (SelectCase c : by.cases()) {
          if (waitsOn(waiting, c.channel(), opposite(c.direction()))) {
            complete(r, target, waiting, c.channel(), c.direction());
            return;
          }
        }
      }
      default -> {}
    }
  }

  private void complete(
      LogRecord r,
      GoroutineDecodeState target,
      LoggedOperation waiting,
      ObjectId channel,
      Direction partner) {
    if (!waitsOn(waiting, channel, opposite(partner))) {
      return;
    }
    waiting.completes();
    At at = decoding.at(r, target.id(), waiting.stack());
    switch (waiting.request()) {
      case SEND -> decoding.emit(new Event.Send(at, channel, Completion.BLOCKED));
      case RECEIVE -> decoding.emit(new Event.Receive(at, channel, true, Completion.BLOCKED));
      case SELECT -> {
        int chosen = waiting.cases().indexOf(new SelectCase(opposite(partner), channel));
        decoding.emit(select(at, waiting, chosen, true, Completion.BLOCKED));
      }
      default -> {}
    }
  }

  private void completeClosed(
      LogRecord r, GoroutineDecodeState target, LoggedOperation waiting, ObjectId channel) {
    if (!waitsOn(waiting, channel, Direction.RECEIVE)) {
      return;
    }
    waiting.completes();
    At at = decoding.at(r, target.id(), waiting.stack());
    if (waiting.request() == HookEvent.RECEIVE) {
      decoding.emit(new Event.Receive(at, channel, false, Completion.BLOCKED));
    } else {
      int chosen = waiting.cases().indexOf(new SelectCase(Direction.RECEIVE, channel));
      decoding.emit(select(at, waiting, chosen, false, Completion.BLOCKED));
    }
  }

  void sendReturned(LogRecord r) {
    if (r.goroutine() != 0) {
      decoding
          .goroutine(r)
          .end(HookEvent.SEND, decoding.emission())
          .ifPresent(o -> returned(r, o, Direction.SEND, r.flag(), true));
    }
  }

  void receiveReturned(LogRecord r) {
    if (r.goroutine() != 0) {
      decoding
          .goroutine(r)
          .end(HookEvent.RECEIVE, decoding.emission())
          .ifPresent(o -> returned(r, o, Direction.RECEIVE, r.flag(), r.objectFlag()));
    }
  }

  private void returned(
      LogRecord r, LoggedOperation o, Direction direction, boolean done, boolean ok) {
    if (o.isCompleted() || o.isDirect()) {
      return;
    }
    At at = o.effect().map(LoggedOperation.Effect::at).orElseGet(() -> decoding.at(r, o.stack()));
    if (!done) {
      List<SelectCase> cases = List.of(new SelectCase(direction, o.object()));
      complete(o, new Event.Select(at, cases, true, -1, false, Completion.NEITHER));
      return;
    }
    if (ok) {
      occupy(o.address(), direction == Direction.SEND ? 1 : -1);
    }
    complete(o, done(at, o, direction, ok, o.completion()));
  }

  /** A send or receive that happened; one that could not have blocked is a select's case. */
  private static Event done(
      At at, LoggedOperation o, Direction direction, boolean ok, Completion completion) {
    if (!o.mayBlock()) {
      List<SelectCase> cases = List.of(new SelectCase(direction, o.object()));
      return new Event.Select(at, cases, true, 0, ok, completion);
    }
    return switch (direction) {
      case SEND -> new Event.Send(at, o.object(), completion);
      case RECEIVE -> new Event.Receive(at, o.object(), ok, completion);
    };
  }

  void selectReturned(LogRecord r) {
    decoding
        .goroutine(r)
        .end(HookEvent.SELECT, decoding.emission())
        .filter(o -> !o.isCompleted())
        .ifPresent(o -> {
          At at =
              o.effect().map(LoggedOperation.Effect::at).orElseGet(() -> decoding.at(r, o.stack()));
          int chosen = (int) r.argument();
          boolean inRange = chosen >= 0 && chosen < o.cases().size();
          boolean sends = inRange && o.cases().get(chosen).direction() == Direction.SEND;
          boolean ok = sends || r.objectFlag();
          if (inRange && ok && !o.isDirect()) {
            occupy(o.channel(chosen), sends ? 1 : -1);
          }
          complete(o, select(at, o, inRange ? chosen : -1, inRange && ok, o.completion()));
        });
  }

  private void complete(LoggedOperation o, Event event) {
    o.effect()
        .ifPresentOrElse(
            e -> decoding.emission().fill(e.place(), event), () -> decoding.emit(event));
  }

  private void occupy(long address, int change) {
    decoding.channels().occupy(decoding.objects().channel(address, StackId.NONE), change);
  }

  private ObjectId channel(long address, StackId stack) {
    return decoding.objects().channelOrNone(address, stack);
  }

  private static Event select(
      At at, LoggedOperation o, int chosen, boolean ok, Completion completion) {
    return new Event.Select(at, o.cases(), !o.mayBlock(), chosen, ok, completion);
  }

  private static boolean waitsOn(LoggedOperation o, ObjectId channel) {
    return waitsOn(o, channel, Direction.SEND) || waitsOn(o, channel, Direction.RECEIVE);
  }

  private static boolean waitsOn(LoggedOperation o, ObjectId channel, Direction direction) {
    return switch (o.request()) {
      case SEND -> direction == Direction.SEND && o.object().equals(channel);
      case RECEIVE -> direction == Direction.RECEIVE && o.object().equals(channel);
      case SELECT -> o.cases().contains(new SelectCase(direction, channel));
      default -> false;
    };
  }

  private static Direction opposite(Direction d) {
    return d == Direction.SEND ? Direction.RECEIVE : Direction.SEND;
  }
}
