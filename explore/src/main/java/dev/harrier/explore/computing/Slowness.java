package dev.harrier.explore.computing;

import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.observe.Observation;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Site;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How slow a run assumes the machine to be: it let timers fire before their time, or selects wait
 * for a case that they preferred, while goroutines could run, or it let computing take time.
 *
 * @param delays for how long, all in all, goroutines that could run did not, so that timers fired
 * @param pastReadyCases for how long at most a select had another case ready and continued with a
 *     timer
 * @param computing what took time although no goroutine waited, in its order
 * @param waiting whether at the end a select still waits for a case that it prefers, for a time
 *     that is not known
 */
public record Slowness(
    Duration delays,
    Duration pastReadyCases,
    List<Doubt.ComputingAssumed> computing,
    boolean waiting) {
  /** The run needed no time that did not pass. */
  public static final Slowness NONE = new Slowness(Duration.ZERO, Duration.ZERO, List.of(), false);

  /** Of the process itself, if its events were wanted in words. */
  public static final Observation<Slowness> OBSERVED =
      new Observation<>(
          NONE,
          execution ->
              execution.detail() == Detail.WORDS
                  ? Optional.of(SlownessRecorder.of(execution))
                  : Optional.empty());

  /**
   * Longer than this no goroutine that can run is kept from running, on any machine that works, and
   * no code computes of which nothing else is known.
   */
  private static final Duration IMPLAUSIBLE = Duration.ofSeconds(1);

  /** No test that is to pass lets a goroutine of its own wait so long where it could run. */
  private static final Duration OUTLASTS_CHECKS = Duration.ofSeconds(5);

  /** What comes so much later comes after the test that would have raced with it. */
  private static final Duration OUTLASTS_TESTS = Duration.ofMinutes(1);

  /** The runtime's function that calls what was deferred, when a goroutine panics. */
  private static final String PANIC = "runtime.gopanic";

  /** What panics for its caller. */
  private static final Pattern LIBRARY =
      Pattern.compile("^(runtime|internal/\\w+|sync|sync/atomic|reflect)\\.");

  /** The methods of what net.Pipe returns. */
  private static final String PIPE = "net.(*pipe).";

  public Slowness {
    computing = List.copyOf(computing);
  }

  /** How much time passed that would not have to. */
  private Duration assumed() {
    return computing.stream().map(Slowness::length).reduce(delays, Duration::plus);
  }

  private static Duration length(Doubt.ComputingAssumed computing) {
    return Duration.of(computing.micros(), ChronoUnit.MICROS);
  }

  /**
   * What the finding is worth if this run is the simplest that shows it: a slow peer is a legal
   * schedule, but a goroutine that stands for seconds before a select that need not wait, or
   * between two lines that do not wait, is none, and where a time limit of seconds is over early, a
   * test races with what it gave up waiting for, or with what begins when it is long over, and
   * waits for a peer that gave up.
   */
  public Finding judge(Finding finding) {
    // What a test asserts may be about time, however little.
    boolean ofTime = finding.defect() instanceof Defect.TestFailed;
    Finding said =
        (ofTime ? delays.isZero() : delays.toMillis() == 0)
            ? finding
            : finding.doubted(new Doubt.SlownessAssumed(delays.toMillis()));
    if (ofTime && waiting) {
      said = said.doubted(new Doubt.SelectStillWaits());
    }
    for (Doubt.ComputingAssumed assumption : computing) {
      said = said.doubted(assumption);
    }
    if (said.equals(finding) || finding.strength() != Strength.OBSERVED) {
      return said;
    }
    if (ofTime) {
      return said.with(Strength.SUSPICIOUS);
    }
    if (pastReadyCases.compareTo(IMPLAUSIBLE) >= 0) {
      return said.suspicious(new Doubt.ReadyCaseNotTaken(pastReadyCases.toMillis()));
    }
    if (computing.stream().anyMatch(c -> length(c).compareTo(IMPLAUSIBLE) >= 0)) {
      return said.with(Strength.SUSPICIOUS);
    }
    if (assumed().compareTo(IMPLAUSIBLE) < 0) {
      return said;
    }
    if (isByPanicOfTests(finding) && outlasts(OUTLASTS_CHECKS)) {
      return said.with(Strength.SUSPICIOUS);
    }
    return switch (finding.defect()) {
      case Defect.Race race when isOverEarlier(race) ->
          said.suspicious(new Doubt.TestIsOverEarlier());
      case Defect.TimedOut _ when finding.explanation().has(new Evidence.ReleasersStuck()) -> said;
      case Defect.TimedOut _ when waitsForInput(finding) ->
          said.suspicious(new Doubt.PeerGaveUpWaiting());
      case Defect.Deadlocked d when d.test() && waitsForPipe(finding) ->
          said.suspicious(new Doubt.PeerGaveUpWaiting());
      // A limit is itself a matter of time: minutes that did not pass are not to be added to it.
      case Defect.TimedOut _ when outlasts(OUTLASTS_TESTS) -> said.with(Strength.SUSPICIOUS);
      // A test that continues after an error of a limit of minutes uses what it did not get.
      case Defect.Crashed _ when isInTest(finding) && outlasts(OUTLASTS_TESTS) ->
          said.with(Strength.SUSPICIOUS);
      case Defect.Deadlocked d when d.test() && isOfTestsAlone(finding) ->
          said.with(Strength.SUSPICIOUS);
      case Defect.NeverDone _, Defect.NeverSignaled _
          when finding.explanation().has(new Evidence.Quiescence()) && isOfTestsAlone(finding) ->
          said.with(Strength.SUSPICIOUS);
      case Defect.ClosedTwice _,
          Defect.SentOnClosed _,
          Defect.UnlockedFree _,
          Defect.WaitGroupMisused _
          when isOfTestsAlone(finding) ->
          said.with(Strength.SUSPICIOUS);
      default -> said;
    };
  }

  /**
   * Whether it takes a long delay, and the place is a test's: what a test waits for itself, or does
   * once only, may be what its mock does only before a limit of seconds is over.
   */
  private boolean isOfTestsAlone(Finding finding) {
    return finding.location().inTestSupport() && outlasts(OUTLASTS_CHECKS);
  }

  /** Whether the code of a test, or of its mock, called what it is about. */
  private static boolean isInTest(Finding finding) {
    return first(finding).stream().anyMatch(Slowness::isOfTests);
  }

  /** Whether it happened in a deferred call that a panic of a test, or of its mock, runs. */
  private static boolean isByPanicOfTests(Finding finding) {
    return first(finding).stream()
        .dropWhile(frame -> !frame.function().equals(PANIC))
        .filter(frame -> !LIBRARY.matcher(frame.function()).find())
        .findFirst()
        .map(Slowness::isOfTests)
        .orElse(false);
  }

  private static List<Site> first(Finding finding) {
    return finding.participants().stream()
        .findFirst()
        .map(participant -> participant.stack().frames())
        .orElse(List.of());
  }

  private static boolean isOfTests(Site frame) {
    return Location.of(frame).inTestSupport();
  }

  private boolean outlasts(Duration limit) {
    return assumed().compareTo(limit) >= 0;
  }

  /** Whether a test has given up on the other access by then, or is long over. */
  private boolean isOverEarlier(Defect.Race race) {
    boolean first = race.first().at().inTestSupport();
    boolean second = race.second().at().inTestSupport();
    return (first && second) || ((first || second) && outlasts(OUTLASTS_TESTS));
  }

  /** Whether the goroutine that the finding is about waits for the other end of a net.Pipe. */
  private static boolean waitsForPipe(Finding finding) {
    return first(finding).stream()
        .takeWhile(frame -> !Location.of(frame).equals(finding.location()))
        .anyMatch(frame -> frame.function().startsWith(PIPE));
  }

  private static boolean waitsForInput(Finding finding) {
    return finding.participants().stream()
        .anyMatch(participant ->
            participant.condition() instanceof Participant.Condition.Blocked blocked
                && blocked.reason() == BlockReason.IO);
  }
}
