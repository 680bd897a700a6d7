package dev.harrier.report.words;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Fix;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Participant.Condition;
import dev.harrier.model.finding.SuggestedFix;
import dev.harrier.model.trace.BlockReason;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What to do about a finding. */
public final class Advice {
  private Advice() {}

  /** The fix where one is known, else the advice of the rule. */
  public static String of(Finding finding) {
    return finding
        .explanation()
        .fix()
        .map(fix -> of(fix, finding))
        .orElseGet(() -> ofDefect(finding));
  }

  /** What a suggested fix does, as a menu shows it. */
  public static String title(SuggestedFix fix) {
    String subject = fix.subject();
    return switch (fix.kind()) {
      case ROOM_FOR_ONE -> "Give the channel room for a value that may never be received";
      case DEFER_CANCEL -> "Cancel the context when the function returns: defer " + subject + "()";
      case DEFER_STOP -> "Stop the iterator when the function returns: defer " + subject + "()";
      case DEFER_UNLOCK -> "Unlock when the function returns: defer " + subject + "()";
      case ADD_BEFORE_GO -> "Call Add before the go statement";
      case COPY_LOOP_VARIABLE -> "Give each iteration its own copy of " + subject;
      case DECLARE_INSIDE_CLOSURE -> "Declare " + subject + " inside the closure";
    };
  }

  private static String ofDefect(Finding finding) {
    boolean ordered = finding.witness().cause().filter(c -> !c.orders().isEmpty()).isPresent();
    return switch (finding.defect()) {
      case Defect.UnorderedClose _ ->
          "Close the channel where it is sent on, after the last send, or after a WaitGroup has"
              + " waited for all senders; to end senders, close a channel of its own for that.";
      case Defect.Leaked leaked when leaked.inCycle() > 1 -> ofCycle(finding);
      case Defect.Deadlocked deadlocked when deadlocked.inCycle() > 1 -> ofCycle(finding);
      case Defect.Leaked _, Defect.Deadlocked _ when ordered ->
          "Prevent the order that the cause names, or see that something releases the goroutine in that"
              + " order as well.";
      case Defect.TestFailed _ when ordered ->
          "Make the code, or the test, wait for what the assertion relies on: nothing rules out the"
              + " order that the cause names.";
      case Defect.Deadlocked deadlocked when deadlocked.reason() == BlockReason.IO ->
          "Find the other end of the connection or pipe: it has to be dialed, written to or closed. Or"
              + " give the wait a deadline.";
      case Defect.Deadlocked _ when waits(finding).noneMatch(BlockReason::isLock) ->
          "See that a goroutine is left to send, receive, close or call Done.";
      case Defect.Race _ -> unguarded(finding).orElseGet(() -> finding.rule().advice());
      default -> finding.rule().advice();
    };
  }

  /** Where a race lacks a lock that other accesses hold, what to do. */
  private static Optional<String> unguarded(Finding finding) {
    return finding.explanation().evidence().stream()
        .flatMap(evidence -> Stream.ofNullable(unguarded(evidence)))
        .findFirst();
  }

  private static @Nullable String unguarded(Evidence evidence) {
    return switch (evidence) {
      case Evidence.Unguarded unguarded when unguarded.lock().isEmpty() ->
          "Make these accesses atomic, as the others are.";
      case Evidence.Unguarded unguarded ->
          "Hold %s there, as the other accesses do.".formatted(unguarded.lock());
      case Evidence.Returned returned ->
          "Return a copy of %s, made while %s is held."
              .formatted(returned.field(), returned.lock());
      default -> null;
    };
  }

  /** A cycle of only locks has another way out than one of a lock and a channel. */
  private static String ofCycle(Finding finding) {
    List<BlockReason> waits = waits(finding).toList();
    if (waits.stream().noneMatch(BlockReason::isLock)) {
      return finding.rule().advice();
    }
    return waits.stream().allMatch(BlockReason::isLock)
        ? "Take these locks in the same order everywhere, or unlock one before locking the next."
        : "Unlock before you send, receive or wait, or let the other goroutine do without the lock.";
  }

  /** What the goroutines that wait for each other are blocked in. */
  private static Stream<BlockReason> waits(Finding finding) {
    return finding.participants().stream()
        .filter(Participant::isInCycle)
        .flatMap(p ->
            p.condition() instanceof Condition.Blocked blocked
                ? Stream.of(blocked.reason())
                : Stream.empty());
  }

  private static String of(Fix fix, Finding finding) {
    String variable = finding.defect() instanceof Defect.Race race ? race.variable() : "it";
    return switch (fix) {
      case COPY_LOOP_VARIABLE ->
          "Declare go 1.22 or later in go.mod, or copy %s inside the loop: the language version of this file shares it between iterations."
              .formatted(variable);
      case ADD_BEFORE_GO -> "Call Add before the go statement, so that Wait cannot run first.";
      case LOCK_TO_WRITE -> "Take the lock with Lock, not RLock, where you write.";
      case DECLARE_INSIDE_CLOSURE ->
          "Declare %s inside the closure (%s := ...), or return it by a channel."
              .formatted(variable, variable);
      case CLOSE_RESPONSE_BODY ->
          "Close the body of every response (defer resp.Body.Close()), even if you do not read"
              + " it: until then its connection and two goroutines stay.";
      case CLOSE_DATABASE ->
          "Close the database that is opened here (db.Close()) when it is no longer used: until then"
              + " the goroutine that opens its connections stays.";
      case END_TRANSACTION ->
          "End every transaction with Commit or Rollback, best by defer tx.Rollback() right after it"
              + " began, which does nothing after Commit: until then it holds a connection.";
      case CLOSE_ROWS ->
          "Close the rows of every query (defer rows.Close()), also where they are not read to their"
              + " end: until then they hold a connection.";
      case NOTICE_EARLIER_END ->
          "Have the method that begins notice that the one that ends the object came first, and"
              + " return: keep that under the lock that both take.";
      case RELEASE_AT_END ->
          "Have the method that ends the object release this goroutine as well: close the channel"
              + " that it waits for, which wakes all, rather than send one value, or Broadcast its"
              + " condition; best, wait until it has returned.";
    };
  }
}
