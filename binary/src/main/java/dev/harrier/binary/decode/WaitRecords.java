package dev.harrier.binary.decode;

import dev.harrier.binary.log.LogRecord;
import dev.harrier.binary.semantics.HookEvent;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Wait groups, conditions and contexts. */
final class WaitRecords {
  /** {@code Cond.notify}. */
  static final int NOTIFY_LIST = 16;

  private final Decoding decoding;

  /** Contexts just made, by goroutine, whose parent may still be recorded. */
  private final Map<Long, Pending> newContexts = new HashMap<>();

  private final LongSet known = new LongOpenHashSet();

  /** Contexts by id. */
  private final BitSet canceled = new BitSet();

  private record Pending(LoggedOperation.Effect effect, ObjectId context) {}

  WaitRecords(Decoding decoding) {
    this.decoding = decoding;
  }

  void added(LogRecord r, int delta) {
    StackId stack = decoding.stack(r);
    ObjectId group = object(r.object(), ObjectKind.WAIT_GROUP, stack);
    decoding.emit(new Event.Add(decoding.at(r, stack), group, delta));
  }

  void waits(LogRecord r, HookEvent request, ObjectKind kind, int offset) {
    StackId stack = decoding.stack(r);
    long address = r.object() - offset;
    decoding
        .goroutine(r)
        .begin(new LoggedOperation(request, object(address, kind, stack), stack, address, true));
  }

  void waited(LogRecord r, HookEvent request) {
    decoding
        .goroutine(r)
        .end(request, decoding.emission())
        .ifPresent(o ->
            decoding.emit(new Event.Wait(decoding.at(r, o.stack()), o.object(), o.completion())));
  }

  void signaled(LogRecord r, boolean all) {
    StackId stack = decoding.stack(r);
    ObjectId cond = object(r.object() - NOTIFY_LIST, ObjectKind.COND, stack);
    decoding.emit(
        all
            ? new Event.Broadcast(decoding.at(r, stack), cond)
            : new Event.Signal(decoding.at(r, stack), cond));
  }

  void contextMade(LogRecord r) {
    StackId stack = decoding.stack(r);
    ObjectId context = decoding.objects().makeContext(r.object(), stack);
    known.add(r.object());
    LoggedOperation.Effect effect =
        new LoggedOperation.Effect(decoding.at(r, stack), decoding.emission().reserve());
    newContexts.put(r.goroutine(), new Pending(effect, context));
  }

  /** The parent of the goroutine's newest context was looked up. */
  void parentFound(LogRecord r) {
    Pending pending = newContexts.remove(r.goroutine());
    if (pending != null) {
      ObjectId parent =
          r.flag() ? object(r.object(), ObjectKind.CONTEXT, StackId.NONE) : ObjectId.NONE;
      complete(pending, parent);
    }
  }

  /** Any other record of a goroutine shows that its newest context has no parent. */
  void before(LogRecord r, HookEvent event) {
    boolean within =
        switch (event) {
          case CONTEXT_PARENT,
              CONTEXT_DONE,
              CONTEXT_DONE_RETURN,
              MAKE,
              LOCK_FAST,
              LOCK_REQUEST,
              LOCK,
              UNLOCK ->
              true;
          default -> false;
        };
    if (!within && !newContexts.isEmpty()) {
      Pending pending = newContexts.remove(r.goroutine());
      if (pending != null) {
        complete(pending, ObjectId.NONE);
      }
    }
  }

  private void complete(Pending pending, ObjectId parent) {
    LoggedOperation.Effect effect = pending.effect;
    decoding
        .emission()
        .fill(effect.place(), new Event.ContextNew(effect.at(), pending.context, parent));
  }

  void contextCanceled(LogRecord r) {
    StackId stack = decoding.stack(r);
    ObjectId context = object(r.object(), ObjectKind.CONTEXT, stack);
    if (!canceled.get((int) context.value())) {
      canceled.set((int) context.value());
      decoding.emit(new Event.ContextCancel(decoding.at(r, stack), context));
    }
  }

  /** {@code Done} returned the context's channel: recorded once for each context. */
  void doneReturned(LogRecord r) {
    decoding
        .goroutine(r)
        .end(HookEvent.CONTEXT_DONE, decoding.emission())
        .filter(o -> known.remove(o.address()))
        .ifPresent(o -> {
          ObjectId channel = decoding.objects().channel(r.object(), o.stack());
          decoding.emit(new Event.ContextDone(decoding.at(r, o.stack()), o.object(), channel));
        });
  }

  private ObjectId object(long address, ObjectKind kind, StackId stack) {
    return decoding.objects().onlyAt(address, kind, stack).id();
  }
}
