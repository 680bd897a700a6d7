package dev.harrier.model.trace;

/** What the scheduler says of a goroutine at a checkpoint. */
public enum GoroutineStatus {
  RUNNING,
  RUNNABLE,
  SYSCALL,
  WAITING,
  /**
   * Waiting, and the collector proved that nothing that can still run reaches what it waits for.
   */
  LEAKED,
  /**
   * Waiting in a select that a ticker wakes again and again, and the collector proved that nothing
   * else that can still run reaches its other channels.
   */
  TICKING
}
