package dev.harrier.model.ending;

import dev.harrier.model.fix.FixCheck;
import java.util.List;
import java.util.Optional;

/** Something that the user should know of a run besides its findings and its gaps. */
public sealed interface Remark {
  /** Findings that a suppression silenced. */
  record Silenced(long findings) implements Remark {}

  /**
   * A suppression that silences nothing, or lacks a reason.
   *
   * @param problem a few words
   */
  record UselessSuppression(String file, int line, String problem) implements Remark {}

  /**
   * No test ran.
   *
   * @param selection the flags that chose among tests; "" if there are none
   */
  record NoTestRan(String selection) implements Remark {}

  /**
   * There is nothing to explore.
   *
   * @param programs whether programs were asked for, not tests
   * @param shard of which there is nothing, as {@code 2/3}; "" if all was asked for
   */
  record NothingToExplore(boolean programs, String shard) implements Remark {}

  /**
   * What was to be tried with other schedules was not.
   *
   * @param what whether it was of predictions only
   * @param where the packages that it is about; "" for all
   * @param why one sentence
   */
  record NotTried(Trial what, String where, String why) implements Remark {}

  /** What other schedules are tried for. */
  enum Trial {
    SCHEDULES,
    PREDICTIONS
  }

  /** Executions of tests in a directory that tried to make predictions happen. */
  record Tried(long executions, long tests, String directory) implements Remark {}

  /**
   * Executions of tests that tried to make races happen that the source shows.
   *
   * @param happened how many of the races did
   * @param reports how many were tried
   */
  record RacesTried(long happened, long reports, long executions, long tests) implements Remark {}

  /**
   * Tests of a package disturbed each other, and were kept apart.
   *
   * @param conflict how that showed
   * @param alone whether no other test runs next to them now; else none of their package
   */
  record KeptApart(String packagePath, Conflict conflict, boolean alone) implements Remark {}

  /** How it shows that tests can't run at once. */
  enum Conflict {
    /** They failed next to each other, and not alone. */
    FAILED_TOGETHER,
    /** One found an address in use. */
    ADDRESS_IN_USE
  }

  /**
   * Concurrency coverage is not known.
   *
   * @param why one sentence
   */
  record CoverageUnknown(String why) implements Remark {}

  /**
   * Something could not be read that concurrency coverage is about.
   *
   * @param why one sentence
   */
  record CoverageDoubtful(String why) implements Remark {}

  /** No single decision of the schedule makes a flaky test fail or pass. */
  record Unexplained(String test) implements Remark {}

  /** What explorations keep for later ones. */
  enum Kept {
    PROGRESS,
    SCHEDULES,
    COVERAGE,
    ORDERS,
    REVERSALS
  }

  /**
   * Something kept is damaged and does not count.
   *
   * @param of the test or the file that it is of; "" for all
   * @param lines how many lines of it are damaged; 0 if all of it is
   */
  record Damaged(Kept what, String of, long lines) implements Remark {}

  /**
   * Something kept is of other sources, or of another build, and does not count.
   *
   * @param of the test that it is of; "" for several
   */
  record Outdated(Kept what, String of, long number) implements Remark {}

  /**
   * Something could not be kept for later explorations.
   *
   * @param why one sentence
   */
  record NotKept(Kept what, String why) implements Remark {}

  /**
   * Findings that are too large for a campaign, and are in this report only.
   *
   * @param megabytes the largest that it takes
   */
  record NotShared(long findings, long megabytes) implements Remark {}

  /**
   * What a replay did.
   *
   * @param shown how many runs showed the finding
   * @param identical how many were event for event what the first one was
   * @param preempted runs in which a goroutine ran too long and was preempted by the clock
   * @param missed runs in which a decision of the schedule could not be applied
   * @param divergence the first difference
   */
  record Replayed(
      long shown,
      long runs,
      long identical,
      long preempted,
      long missed,
      Optional<Divergence> divergence)
      implements Remark {}

  /**
   * Where a run differs from the first one.
   *
   * @param run from 1
   * @param event from 1
   * @param found the event there, in words
   * @param expected that of the first run
   */
  record Divergence(long run, long event, String found, String expected) {}

  /** A change was checked for whether it fixes a finding. */
  record FixChecked(FixCheck check) implements Remark {}

  /** A replay of a schedule that was found with other sources. */
  record OtherSources(String packagePath) implements Remark {}

  /** A replay of a schedule that was found with another Go. */
  record OtherGo(String then, String now) implements Remark {}

  /** A replay of a schedule that was found by a Harrier with other hooks. */
  record OtherHooks() implements Remark {}

  /** The program recorded nothing for so long before it was ended. */
  record Standstill(long millis) implements Remark {}

  /**
   * Calls of a type's objects that generated tests make at the same time, and of which none ran
   * between two steps of another in any execution.
   *
   * @param calls of each test, one for each goroutine, as the source has them
   */
  record NeverOverlapped(String type, List<List<String>> calls) implements Remark {
    public NeverOverlapped {
      calls = calls.stream().map(List::copyOf).toList();
    }
  }

  /** Variables that may race if code that was not analyzed does not order the accesses. */
  record Withheld(long variables) implements Remark {}

  /** Lines of a log of production that are no record, as a full disk leaves them. */
  record UnreadableLines(String file, long lines) implements Remark {}

  /** Goroutines that ran again after the collector had proved that they can't. */
  record Revived(String file, long goroutines) implements Remark {}

  /**
   * Test files that were not built because they need build tags.
   *
   * @param tags with which they are, those that were given among them
   * @param files the first of them
   * @param count of all
   */
  record TestFilesLeftOut(List<String> tags, List<String> files, long count) implements Remark {
    public TestFilesLeftOut {
      tags = List.copyOf(tags);
      files = List.copyOf(files);
    }
  }

  /** One of several stores that were joined has a corpus, and no finished run. */
  record CorpusOnly(String source) implements Remark {}

  /**
   * A message of the operating system, of Go or of another part of Harrier, as it came.
   *
   * @param text one sentence
   */
  record Message(String text) implements Remark {}

  /**
   * A remark of one of several runs that were joined.
   *
   * @param source which it is, as the user named it
   */
  record Of(String source, Remark remark) implements Remark {}
}
