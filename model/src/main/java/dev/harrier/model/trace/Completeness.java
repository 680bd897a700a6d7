package dev.harrier.model.trace;

/** Whether a trace has everything that happened. */
public sealed interface Completeness {
  /** The process ended in an orderly way and no event is missing. */
  record Whole() implements Completeness {}

  /**
   * The end or something before it is missing: the process was killed, the disk was full, the file
   * was damaged. The existing events are right; missing ones prove nothing.
   *
   * @param cause the first that was met
   * @param why one sentence for the user, about all causes
   * @param missing how many events are known to be lost; the true number may be higher
   */
  record Partial(Cause cause, String why, long missing) implements Completeness {}

  /**
   * Nothing of it could be read.
   *
   * @param why one sentence for the user
   */
  record Unread(String why) implements Completeness {}

  /** Why something is missing. */
  enum Cause {
    /** The process was killed, or still runs. */
    KILLED,
    /** The trace could not be written: a full disk, an error of the system, or of Harrier. */
    NOT_WRITTEN,
    /** The run had written as much as it may. */
    DISK_BOUND,
    /** Records are missing in what was written. */
    LOST_RECORDS,
    /** What was written is damaged. */
    DAMAGED,
    /** The analysis was stopped before its end. */
    NOT_ANALYZED
  }
}
