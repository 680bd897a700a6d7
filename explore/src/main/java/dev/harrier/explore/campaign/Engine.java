package dev.harrier.explore.campaign;

import dev.harrier.explore.replay.Replay;
import java.util.Optional;

/**
 * Where the work of an exploration comes from, and where what it comes to goes: the store of one
 * machine ({@link LocalEngine}), or a server that several machines share. An exploration calls
 * {@link #next} and the answers from one thread, the {@linkplain #memory memory} under its
 * campaign's lock.
 */
public interface Engine extends AutoCloseable {
  /**
   * What to do next; waits while others do what is left. Empty when nothing is left, the time is
   * over or everybody is to stop.
   *
   * @throws EngineException with a message for the user
   */
  Optional<Turn> next() throws EngineException, InterruptedException;

  /** A turn was taken, or cut short, and this came of it. It counts once, whoever else took it. */
  void explored(Turn.Explore turn, Outcome outcome) throws EngineException;

  /** A finding of another worker was replayed. */
  void confirmed(Turn.Confirm turn, Replay.Outcome outcome) throws EngineException;

  /** What explorations of these targets know, and keep. */
  Memory memory();

  /** A turn that was not answered is left to others. */
  @Override
  void close();
}
