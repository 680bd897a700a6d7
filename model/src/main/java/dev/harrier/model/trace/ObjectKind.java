package dev.harrier.model.trace;

/** What a goroutine can synchronize on. */
public enum ObjectKind {
  CHANNEL("channel"),
  MUTEX("mutex"),
  RWMUTEX("rwmutex"),
  WAIT_GROUP("waitgroup"),
  COND("cond"),
  ONCE("once"),
  CONTEXT("context"),
  TIMER("timer"),
  SEMAPHORE("semaphore");

  private final String word;

  ObjectKind(String word) {
    this.word = word;
  }

  /** The word used in reports and in the text form of a trace. */
  public String word() {
    return word;
  }
}
