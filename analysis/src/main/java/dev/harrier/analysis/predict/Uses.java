package dev.harrier.analysis.predict;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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
  private long lastOrder;
  private boolean whole = true;
  // Most channels have one of each; a set of its own for every channel would be most of the memory.
  private List<GoroutineId> senders = List.of();
  private List<GoroutineId> receivers = List.of();

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
    senders = with(senders, by);
    return sends++;
  }

  /** Counts a receive; returns how many there were before. */
  long received(GoroutineId by) {
    receivers = with(receivers, by);
    return receives++;
  }

  /** Somebody closed it, or called Done: what ends the wait of a receiver or of a waiter. */
  void ended(GoroutineId by) {
    senders = with(senders, by);
  }

  long sends() {
    return sends;
  }

  Set<GoroutineId> senders() {
    return new LinkedHashSet<>(senders);
  }

  Set<GoroutineId> receivers() {
    return new LinkedHashSet<>(receivers);
  }

  void used(long order) {
    lastOrder = order;
  }

  /** The order of its latest use. */
  long lastOrder() {
    return lastOrder;
  }

  /** Earlier uses may have been forgotten: nothing can be said about its partners. */
  void notWhole() {
    whole = false;
  }

  boolean isWhole() {
    return whole;
  }

  static boolean isTooMany(Set<GoroutineId> partners) {
    return partners.size() > PARTNERS;
  }

  private static List<GoroutineId> with(List<GoroutineId> partners, GoroutineId by) {
    if (partners.size() > PARTNERS || partners.contains(by)) {
      return partners;
    }
    if (partners.isEmpty()) {
      return List.of(by);
    }
    List<GoroutineId> more = new ArrayList<>(partners);
    more.add(by);
    return more;
  }
}
