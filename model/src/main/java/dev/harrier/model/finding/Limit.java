package dev.harrier.model.finding;

/** Why not everything was looked at for what could happen in another schedule. */
public enum Limit {
  /** Goroutines that held more locks at once than are looked at. */
  LOCKS_AT_ONCE,
  /** More different requests for locks than are remembered. */
  REQUESTS,
  /** More cycles of requests, or steps on the way to them, than are looked at. */
  CYCLES,
  /** More goroutines in cycles than can be distinguished in order: the cycles were left out. */
  GOROUTINES,
  /** More waits with a lock held than are looked into. */
  WAITS,
  /** The order of events would have taken too much memory: nothing was predicted. */
  CLOCKS,
  /** Events of the trace are lost: nothing was predicted across the gap. */
  LOST_EVENTS
}
