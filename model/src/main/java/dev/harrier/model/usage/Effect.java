package dev.harrier.model.usage;

/** What an operation did to the goroutines, its own included (GoAT, table of requirements). */
public enum Effect {
  /** It waited for another goroutine. */
  BLOCKED,
  /** It released a goroutine that waited. */
  UNBLOCKING,
  /** It took a lock, and another goroutine waited while the lock was held. */
  BLOCKING,
  /** None of these: it passed at once, and no other goroutine noticed. */
  NOP
}
