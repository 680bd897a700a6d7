package dev.harrier.analysis.predict;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import java.util.LinkedHashSet;
import java.util.Set;

/** Who has used a channel or a wait group, as far as predictions ask. */
final class Uses {
  /** More partners than this are too many to say that one of them is needed. */
  private static final int PARTNERS = 4;

  private final ObjectId object;
  private GoroutineId maker = GoroutineId.NONE;
  private long madeAt;
  private long sends;
  private long receives;
  private final Set<GoroutineId> senders = new LinkedHashSet<>(2);
  private final Set<GoroutineId> receivers = new LinkedHashSet<>(2);

  Uses(ObjectId object) {
    this.object = object;
  }

  ObjectId object() {
    return object;
  }

  void made(GoroutineId by, long order) {
    maker = by;
    madeAt = order;
  }

  GoroutineId maker() {
    return maker;
  }

  /** The order of its making; 0 if the trace does not have it. */
  long madeAt() {
    return madeAt;
  }

  /** Counts a send; returns how many there were before. */
  long sent(GoroutineId by) {
    add(senders, by);
    return sends++;
  }

  /** Counts a receive; returns how many there were before. */
  long received(GoroutineId by) {
    add(receivers, by);
    return receives++;
  }

  /** Somebody closed it, or called Done: what ends the wait of a receiver or of a waiter. */
  void ended(GoroutineId by) {
    add(senders, by);
  }

  long sends() {
    return sends;
  }

  Set<GoroutineId> senders() {
    return senders;
  }

  Set<GoroutineId> receivers() {
    return receivers;
  }

  static boolean isTooMany(Set<GoroutineId> partners) {
    return partners.size() > PARTNERS;
  }

  private static void add(Set<GoroutineId> partners, GoroutineId by) {
    if (partners.size() <= PARTNERS) {
      partners.add(by);
    }
  }
}
