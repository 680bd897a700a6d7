package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The sentence that names a defect at its place. */
public final class DefectWords {
  private static final String UNREADY_SELECT = "no case of its select will become ready";

  /** How many of the results that calls may have are named. */
  private static final int POSSIBLE = 4;

  private DefectWords() {}

  /** What is wrong here: places are called as they are seen from the finding's own. */
  public static String of(Finding finding) {
    Location here = finding.location();
    return switch (finding.defect()) {
      case Defect.Leaked leaked -> {
        List<Evidence> evidence = finding.explanation().evidence();
        if (evidence.contains(new Evidence.OnlyTickerLeft())) {
          yield "goroutine runs forever: only its ticker wakes it, and nothing can end its loop";
        }
        if (evidence.contains(new Evidence.PollsInVain())) {
          yield "goroutine runs forever: only time wakes it, and nothing can end its loop";
        }
        if (evidence.contains(new Evidence.SleepsInVain())) {
          yield "goroutine runs forever: it sleeps until something changes that nothing else can change";
        }
        if (evidence.contains(new Evidence.OnlyPolls())) {
          yield "goroutine outlives its test: time wakes it again and again";
        }
        if (evidence.contains(new Evidence.OnlyTicks())) {
          yield "goroutine outlives its test: it waits for its ticker again and again";
        }
        yield evidence.contains(new Evidence.OnlySleeps())
            ? "goroutine outlives its test: it sleeps again and again"
            : leaked(leaked, library(finding));
      }
      case Defect.LeakedInProduction leaked ->
          finding.explanation().evidence().contains(new Evidence.OnlyTimeWakes())
              ? "%s: time wakes them again and again, and nothing else may ever do%s"
                  .formatted(
                      Plurals.count(leaked.footprint().goroutines(), "goroutine") + " poll",
                      type(leaked))
              : leakedInProduction(leaked);
      case Defect.Deadlocked deadlocked -> deadlocked(deadlocked, library(finding));
      case Defect.NeverSignaled cond ->
          cond.signaledTooEarly()
              ? "Wait never returns: the cond was signaled before any goroutine waited, and never"
                  + " again"
              : "Wait never returns: no goroutine is left that signals the cond";
      case Defect.NeverDone group ->
          "Wait never returns: %d added, %d done, and no goroutine is left that calls Done"
              .formatted(group.added(), group.done());
      case Defect.LockedTwice twice -> lockedTwice(twice, here);
      case Defect.NeverUnlocked lock -> neverUnlocked(lock, here);
      case Defect.NeverCanceled _ ->
          "the cancel function of this context is never called, and a goroutine waits for it";
      case Defect.SentOnClosed sent ->
          "send on a closed channel" + at(", closed at ", sent.closed(), here);
      case Defect.ClosedTwice closed ->
          "close of a closed channel" + at(", closed before at ", closed.first(), here);
      case Defect.ClosedNil _ -> "close of a nil channel";
      case Defect.UnlockedFree free ->
          (free.mode() == LockMode.READ ? "RUnlock" : "Unlock")
              + " of a lock that is not locked"
              + at(", unlocked before at ", free.before(), here);
      case Defect.WaitGroupMisused misused ->
          switch (misused.misuse()) {
            case NEGATIVE_COUNTER ->
                "the counter of a WaitGroup becomes negative: more Done than Add";
            case ADD_DURING_WAIT -> "Add runs at the same time as Wait";
            case REUSED_BEFORE_WAIT_RETURNED ->
                "the WaitGroup is used again before Wait has returned";
          };
      case Defect.UnorderedAdd add ->
          "Add is not ordered before the Wait at %s, which may miss it"
              .formatted(Names.place(add.waitSite(), here));
      case Defect.Crashed crashed ->
          (crashed.fatal() ? "a fatal error ends the process" : "a panic ends the process")
              + said(crashed.text());
      case Defect.TestFailed failed ->
          "the test fails here under some schedules" + said(failed.message());
      case Defect.NonLinearizable wrong when wrong.possible().isEmpty() ->
          "two calls return the same: %s; one after the other, their results always differ"
              .formatted(wrong.results());
      case Defect.NonLinearizable wrong ->
          "no order of the calls explains their results: %s; one after the other they give %s"
              .formatted(
                  wrong.results(),
                  wrong.possible().stream().limit(POSSIBLE).collect(Collectors.joining(" or ")));
      case Defect.TimedOut late ->
          late.blockedIn()
              .map(reason -> "the test reached its time limit, blocked in " + Names.wait(reason))
              .orElse("the test reached its time limit while it was still running");
      case Defect.LockCycle cycle -> lockCycle(cycle, here);
      case Defect.WaitsWithLock wait -> waitsWithLock(wait, here);
      case Defect.Race race -> race(race, here);
      case Defect.UnorderedClose unordered ->
          "send on a channel that %s closes at %s; nothing orders the two"
              .formatted(
                  unordered.by().map(by -> Steps.goroutine(by, here)).orElse("another goroutine"),
                  Names.place(unordered.close(), here));
    };
  }

  /**
   * The function of Go's library in which the goroutine of a finding is blocked, if it is: at the
   * place of the finding, which calls it, no select is to be looked for.
   */
  private static Optional<String> library(Finding finding) {
    List<Site> frames =
        finding.participants().stream()
            .findFirst()
            .map(first -> first.stack().frames())
            .orElse(List.of());
    Location here = finding.location();
    boolean calls =
        frames.stream()
            .skip(1)
            .anyMatch(site -> site.file().equals(here.file()) && site.line() == here.line());
    return calls && !frames.getFirst().file().equals(here.file())
        ? Optional.of(Names.function(frames.getFirst().function()))
        : Optional.empty();
  }

  private static String leaked(Defect.Leaked leaked, Optional<String> library) {
    if (leaked.inCycle() > 1) {
      return "%d goroutines %s, each waiting for the next"
          .formatted(leaked.inCycle(), leaked.forGood() ? "block forever" : "are still blocked");
    }
    return leaked.forGood()
        ? "goroutine blocks forever: "
            + library
                .filter(_ -> leaked.reason() == BlockReason.SELECT)
                .map("no case of the select in %s will become ready"::formatted)
                .orElseGet(() -> forever(leaked.reason(), leaked.on()))
        : "goroutine is still blocked at the end, in "
            + Names.wait(leaked.reason())
            + leaked.on().map(on -> " on " + Names.kind(on)).orElse("");
  }

  private static String leakedInProduction(Defect.LeakedInProduction leaked) {
    long number = leaked.footprint().goroutines();
    if (!leaked.forGood()) {
      return "%s blocked in %s%s"
          .formatted(
              Plurals.count(number, "goroutine was", "goroutines were"),
              Names.wait(leaked.reason()),
              leaked.on().map(on -> " on " + Names.kind(on)).orElse(""));
    }
    return "goroutine blocks forever%s: %s%s"
        .formatted(
            number == 1 ? "" : String.format(Locale.ROOT, ", %,d times", number),
            leaked.reason() == BlockReason.SELECT
                ? UNREADY_SELECT
                : forever(leaked.reason(), leaked.on()),
            type(leaked));
  }

  private static String type(Defect.LeakedInProduction leaked) {
    return leaked.type().isEmpty() ? "" : " (" + leaked.type() + ")";
  }

  private static String forever(BlockReason reason, Optional<Defect.Awaited> on) {
    String object = on.map(Names::kind).orElseGet(() -> someObject(reason));
    return switch (reason) {
      case CHAN_SEND -> "it sends on " + object + " and no goroutine will receive";
      case CHAN_RECEIVE -> "it receives from " + object + " and no goroutine will send or close it";
      case NIL_CHAN_SEND -> "it sends on a nil channel";
      case NIL_CHAN_RECEIVE -> "it receives from a nil channel";
      case EMPTY_SELECT -> "its select has no cases";
      case SELECT -> on.isEmpty() ? "every case of its select has a nil channel" : UNREADY_SELECT;
      case MUTEX_LOCK, RWMUTEX_LOCK -> "it locks " + object + " that no goroutine will unlock";
      case RWMUTEX_RLOCK -> "it read-locks " + object + " that no goroutine will unlock";
      case WAIT_GROUP -> "it waits for a WaitGroup whose counter will not reach zero";
      case COND -> "it waits for a Cond that no goroutine will signal";
      case COROUTINE -> "its iterator is neither advanced nor stopped any more";
      case SEMAPHORE, SLEEP, IO, OTHER -> "it waits for something that will not happen";
    };
  }

  /** What a goroutine waits for of which no more is known. */
  private static String someObject(BlockReason reason) {
    return switch (reason) {
      case CHAN_SEND, CHAN_RECEIVE, NIL_CHAN_SEND, NIL_CHAN_RECEIVE, SELECT -> "a channel";
      case MUTEX_LOCK -> "a mutex";
      case RWMUTEX_LOCK, RWMUTEX_RLOCK -> "a rwmutex";
      case EMPTY_SELECT, WAIT_GROUP, COND, SEMAPHORE, SLEEP, IO, OTHER, COROUTINE -> "an object";
    };
  }

  private static String deadlocked(Defect.Deadlocked deadlocked, Optional<String> library) {
    String scope = deadlocked.test() ? "the test" : "the program";
    if (deadlocked.reason() == BlockReason.IO) {
      return scope
          + " is deadlocked in IO wait: the other end of the connection or pipe is in the same"
          + " process";
    }
    return deadlocked.inCycle() > 1
        ? "%s is deadlocked: %d goroutines wait for each other in a cycle"
            .formatted(scope, deadlocked.inCycle())
        : "%s is deadlocked in %s"
            .formatted(
                scope,
                library
                    .filter(_ -> deadlocked.reason() == BlockReason.SELECT)
                    .map("the select in "::concat)
                    .orElseGet(() -> Names.wait(deadlocked.reason())));
  }

  private static String lockedTwice(Defect.LockedTwice twice, Location here) {
    String what =
        switch (twice.again()) {
          case LOCK_UNDER_LOCK -> "Lock waits for a lock that this goroutine already holds";
          case LOCK_UNDER_READ_LOCK ->
              "Lock waits for this goroutine's own RLock: a read lock can't be upgraded";
          case READ_LOCK_UNDER_LOCK -> "RLock waits for this goroutine's own Lock";
          case READ_LOCK_UNDER_READ_LOCK ->
              "RLock waits for a writer that waits for this goroutine's own RLock";
          case ONCE_IN_ITSELF -> "the function of this Once calls the same Once again";
        };
    return what + ", taken at " + Names.place(twice.taken(), here);
  }

  private static String neverUnlocked(Defect.NeverUnlocked lock, Location here) {
    String what = lock.mode() == LockMode.READ ? "the read lock" : "the lock";
    return what
        + " taken here is never unlocked"
        + lock.waiter().map(w -> ", and " + Names.place(w, here) + " waits for it").orElse("");
  }

  private static String lockCycle(Defect.LockCycle cycle, Location here) {
    return switch (cycle.shape()) {
      case OPPOSITE_ORDERS ->
          "a lock is taken here while another one is held, and at %s in the opposite order: both goroutines can block forever"
              .formatted(Names.place(cycle.other(), here));
      case READ_LOCK_AGAIN ->
          "this read lock is taken again while it is held: a writer at %s that arrives in between blocks both forever"
              .formatted(Names.place(cycle.other(), here));
      case LONGER ->
          "%d goroutines can block forever here, each on a lock that the next one holds"
              .formatted(cycle.goroutines());
    };
  }

  private static String waitsWithLock(Defect.WaitsWithLock wait, Location here) {
    String what =
        switch (wait.attempt()) {
          case RECEIVE -> "a receive";
          case SEND -> "a send";
          case WAIT -> "a wait";
          case LOCK, READ_LOCK -> "a lock";
        };
    return "%s while holding the lock taken at %s; the goroutine that would unblock it may need that lock first, at %s"
        .formatted(what, Names.place(wait.held(), here), Names.place(wait.needed(), here));
  }

  private static String race(Defect.Race race, Location here) {
    return "%s is %s here%s and %s at %s without synchronization"
        .formatted(
            race.variable().isEmpty() ? "the same memory" : race.variable(),
            verb(race.first()),
            race.first().by().map(by -> " by " + Steps.goroutine(by, here)).orElse(""),
            race.sameCode() ? "by the same code in other goroutines" : verb(race.second()),
            Names.place(race.second().at(), here));
  }

  /**
   * Which accesses race, in a line among others.
   *
   * @throws IllegalArgumentException if it is none that a race has
   */
  public static String accesses(Finding finding) {
    Location here = finding.location();
    return switch (finding.defect()) {
      case Defect.Race race ->
          "%s%s, %s"
              .formatted(
                  race.variable().isEmpty() ? "" : race.variable() + " is ",
                  access(race.first(), here),
                  access(race.second(), here));
      case Defect.UnorderedClose close ->
          "sent at %s, closed at %s"
              .formatted(Names.place(close.send(), here), Names.place(close.close(), here));
      case Defect.SentOnClosed sent ->
          "panics at "
              + Names.place(here)
              + ": send on a closed channel"
              + at(", closed at ", sent.closed(), here);
      default -> throw new IllegalArgumentException("no race: " + finding.defect());
    };
  }

  private static String access(Access access, Location here) {
    return verb(access) + " at " + Names.place(access.at(), here);
  }

  static String verb(Access access) {
    return (access.atomic() ? "atomically " : "") + (access.write() ? "written" : "read");
  }

  private static String at(String words, Optional<Site> site, Location here) {
    return site.map(s -> words + Names.place(s, here)).orElse("");
  }

  /** A colon and the text; nothing if there is none. */
  static String said(String text) {
    return text.isEmpty() ? "" : ": " + text;
  }
}
