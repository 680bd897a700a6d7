package dev.harrier.coverage;

import static dev.harrier.model.usage.Effect.BLOCKED;
import static dev.harrier.model.usage.Effect.BLOCKING;
import static dev.harrier.model.usage.Effect.NOP;
import static dev.harrier.model.usage.Effect.UNBLOCKING;

import dev.harrier.model.usage.ConcurrencyUsage;
import dev.harrier.model.usage.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What is required of each kind of usage: Req1 to Req5 of GoAT's table. */
final class Requirements {
  private Requirements() {}

  /**
   * @param passable parts that can pass at once without any goroutine's notice: their channel was
   *     seen to have a buffer or to be closed
   */
  static List<Requirement> of(ConcurrencyUsage usage, Set<Part> passable) {
    return switch (usage.kind()) {
      case SEND, RECEIVE, RANGE -> channel(Part.WHOLE, true, passable);
      case SELECT -> select(usage, passable);
      case LOCK, READ_LOCK, ONCE -> whole(BLOCKED, BLOCKING);
      case TRY_LOCK, TRY_READ_LOCK -> whole(BLOCKING);
      case UNLOCK, READ_UNLOCK, CLOSE, DONE, SIGNAL, BROADCAST -> whole(UNBLOCKING, NOP);
      case WAIT -> whole(BLOCKED, NOP);
      case COND_WAIT -> whole(BLOCKED);
      case GO -> whole(NOP);
      case MAKE, ADD -> List.of();
    };
  }

  private static List<Requirement> whole(Effect... effects) {
    return List.of(effects).stream().map(Requirement::of).toList();
  }

  /** Req2; with a default, the cases of a select are operations that never wait: Req4. */
  private static List<Requirement> select(ConcurrencyUsage usage, Set<Part> passable) {
    List<Requirement> all = new ArrayList<>();
    for (int i = 0; i < usage.cases().size(); i++) {
      all.addAll(channel(new Part.Case(i), !usage.hasDefault(), passable));
    }
    if (usage.hasDefault()) {
      all.add(new Requirement(Part.DEFAULT, NOP));
    }
    return all;
  }

  /** Req1. Without a buffer an operation that does not wait has met one that does. */
  private static List<Requirement> channel(Part part, boolean waits, Set<Part> passable) {
    List<Requirement> all = new ArrayList<>();
    if (waits) {
      all.add(new Requirement(part, BLOCKED));
    }
    all.add(new Requirement(part, UNBLOCKING));
    if (passable.contains(part)) {
      all.add(new Requirement(part, NOP));
    }
    return all;
  }
}
