package dev.harrier.model.trace;

import java.util.List;

/**
 * Two accesses to the same memory, at least one of which writes, or a send on a channel and its
 * close, that happened in a run and that nothing in the run orders: what a race detector saw,
 * whichever one it is.
 *
 * @param latest the access at which it was noticed
 * @param earlier the one that came before it
 */
public record ObservedRace(Side latest, Side earlier) {
  /**
   * One of the accesses.
   *
   * @param goroutine {@link GoroutineId#NONE} if the detector does not say which one it is in the
   *     terms of the trace
   * @param stack where it made the access; may lack frames
   * @param createdAt where its creator stood; empty for main, and where that is not known
   * @param ended whether it had exited when the race was noticed
   */
  public record Side(
      RacingAccess access, GoroutineId goroutine, Stack stack, Stack createdAt, boolean ended) {
    /** The same access by a goroutine that is known now. */
    public Side by(GoroutineId known) {
      return new Side(access, known, stack, createdAt, ended);
    }
  }

  public List<Side> sides() {
    return List.of(latest, earlier);
  }
}
