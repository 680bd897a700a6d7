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
  TICKING,
  /**
   * Waiting in a select with a timer, and the collector found that nothing that can still run,
   * other than such goroutines, reaches the other channels of that. One that has left its select
   * since has this status, too, with another reason. Or sleeping, where the same holds for what its
   * frames lead to over three pointers, and it has slept again since that was found.
   */
  POLLING
}
