package dev.harrier.model.trace;

import java.util.function.Consumer;
import java.util.function.Predicate;

/** Hands events on until their receiver has had enough, for implementations of {@link Trace}. */
public final class Limited implements Consumer<Event> {
  private final Predicate<? super Event> receiver;
  private boolean enough;

  /**
   * @param receiver says after each event whether it wants the next one
   */
  public Limited(Predicate<? super Event> receiver) {
    this.receiver = receiver;
  }

  @Override
  public void accept(Event event) {
    if (!enough) {
      enough = !receiver.test(event);
    }
  }

  /** Whether the receiver wants another event. */
  public boolean wantsMore() {
    return !enough;
  }
}
