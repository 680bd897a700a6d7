package dev.harrier.model.usage;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a usage does (GoAT, section "Identify Concurrency Usage", with the rest of package sync).
 */
public enum UsageKind {
  MAKE("make"),
  SEND("send"),
  RECEIVE("receive"),
  /** A {@code for} over a channel: each round receives. */
  RANGE("range"),
  CLOSE("close"),
  SELECT("select"),
  /** A {@code go} statement or {@code WaitGroup.Go}. */
  GO("go"),
  LOCK("lock"),
  TRY_LOCK("trylock"),
  UNLOCK("unlock"),
  READ_LOCK("rlock"),
  TRY_READ_LOCK("tryrlock"),
  READ_UNLOCK("runlock"),
  /** {@code WaitGroup.Add}. */
  ADD("add"),
  /** {@code WaitGroup.Done}. */
  DONE("done"),
  /** {@code WaitGroup.Wait}. */
  WAIT("wait"),
  /** {@code Cond.Wait}. */
  COND_WAIT("condwait"),
  SIGNAL("signal"),
  BROADCAST("broadcast"),
  /** {@code Once.Do}. */
  ONCE("once");

  private final String word;

  UsageKind(String word) {
    this.word = word;
  }

  /** As the front end and reports write it. */
  public String word() {
    return word;
  }

  /** The kind that is written so. */
  public static Optional<UsageKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
  }
}
