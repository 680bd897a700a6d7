package dev.harrier.model.ending;

import dev.harrier.model.explored.ProgressFigure;
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

  /** No test ran, for each was asked for zero times. */
  record NoRepetition() implements Remark {}

  /**
   * There is nothing to explore.
   *
   * @param programs whether programs were asked for, not tests
   * @param run what the names of tests must match; "" for all tests
   * @param shard of which there is nothing, as {@code 2/3}; "" if all was asked for
   */
  record NothingToExplore(boolean programs, String run, String shard) implements Remark {}

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
   * Nothing was tried of the races that the source shows.
   *
   * @param why one sentence
   */
  record NothingConfirmed(String why) implements Remark {}

  /**
   * Which tests run the lines of reported races was not measured, or of some tests only.
   *
   * @param tests of which it was
   * @param detail what Go says, where that is the reason; else ""
   */
  record TestsUnmeasured(long tests, Unmeasured why, String detail) implements Remark {}

  /** Why it was not measured what tests run. */
  enum Unmeasured {
    NO_TIME,
    TIME_OVER,
    /** More tests may run them than are measured. */
    TOO_MANY,
    /** The tests do not build with coverage. */
    FAILED
  }

  /**
   * The time for confirming reported races was over before all were tried.
   *
   * @param interrupted whether the user ended it
   * @param reports that were left
   * @param generated whether they were left when tests were generated
   */
  record ConfirmingEnded(boolean interrupted, long reports, boolean generated) implements Remark {}

  /**
   * Tests that were generated for reported races that no other test confirms.
   *
   * @param reports all of these
   * @param written those that have a test
   * @param happened of these
   */
  record TestsGenerated(long reports, long written, long happened) implements Remark {}

  /**
   * No test was generated for a race.
   *
   * @param why one sentence
   */
  record NoTestsGenerated(String why) implements Remark {}

  /**
   * Something that was asked for and not analyzed, or not wholly.
   *
   * @param subject a package or a function
   * @param position {@code file:line:column}, or "" if it is not about a place
   * @param problem one clause
   */
  record NotAnalyzed(String subject, String position, String problem) implements Remark {}

  /** Operations of an executable that its rewritten copy does not log. */
  record NotLogged(BlindSpot spot) implements Remark {}

  /** How far a campaign is. */
  record CampaignState(
      String address,
      long executions,
      long targets,
      long open,
      long announced,
      long pending,
      long workers)
      implements Remark {}

  /**
   * A campaign was followed for a while.
   *
   * @param executions of all its workers until then
   * @param status what else was known of it last
   */
  record CampaignFollowed(FollowingEnd end, long executions, List<ProgressFigure> status)
      implements Remark {
    public CampaignFollowed {
      status = List.copyOf(status);
    }
  }

  /** Why a campaign is no longer followed. */
  enum FollowingEnd {
    REMOVED,
    STOPPED,
    /** No target is open, and no finding waits for another worker. */
    OVER,
    /** The user ended it; the campaign may still be running. */
    NOT_FOLLOWED
  }

  /**
   * A campaign can't be asked how far it is.
   *
   * @param why one sentence
   */
  record CampaignUnknown(String why) implements Remark {}

  /**
   * Packages that can't be built as they should be, and are explored without that.
   *
   * @param packages their import paths
   */
  record BuiltWithout(List<String> packages, BuildAddition lost) implements Remark {
    public BuiltWithout {
      packages = List.copyOf(packages);
    }
  }

  /** What a build adds to programs besides the hooks. */
  enum BuildAddition {
    /** Their atomics are scheduling points. */
    ATOMICS,
    /** Their accesses inform the race detector. */
    RACES
  }

  /**
   * A program that was built here, and that other workers of the campaign don't get.
   *
   * @param why one sentence
   */
  record NotGiven(String packagePath, String why) implements Remark {}

  /** Packages each of whose executions has a process of its own, although copies were asked for. */
  record NotCopied(List<NoCopies> packages) implements Remark {
    public NotCopied {
      packages = List.copyOf(packages);
    }
  }

  /** Why the process of a package makes no copies of itself. */
  record NoCopies(String packagePath, Uncopyable why) {}

  /** Why a process makes no copies of itself. */
  enum Uncopyable {
    /** It has more threads than one. */
    THREADS,
    /** It opens files or connections before its tests. */
    DESCRIPTORS,
    /** It is built with cgo. */
    C,
    /** It changes files, or reads its process id, before its tests. */
    CALLS_SYSTEM,
    /** It can't write a trace. */
    NO_TRACE,
    /** It ends before its tests begin. */
    ENDED
  }

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

  /** The cause of a finding was searched for so long in vain, and other orders might decide. */
  record CauseNotFound(long executions, long seconds) implements Remark {}

  /** A change was checked for whether it fixes a finding. */
  record FixChecked(FixCheck check) implements Remark {}

  /** A replay of a schedule that was found with other sources. */
  record OtherSources(String packagePath) implements Remark {}

  /** A replay of a schedule that was found with another Go. */
  record OtherGo(String then, String now) implements Remark {}

  /** A replay of a schedule that was found by a Harrier with other hooks. */
  record OtherHooks() implements Remark {}

  /**
   * What an execution read from outside when it showed a finding, and what is there when the
   * finding is replayed, differ.
   *
   * @param variables of the environment, by name
   * @param files by path, those of the module by their place in it
   */
  record InputsDiffer(Reason reason, List<String> variables, List<String> files) implements Remark {
    public InputsDiffer {
      variables = List.copyOf(variables);
      files = List.copyOf(files);
    }

    /** What the replay reads, and why. */
    public enum Reason {
      /** What was recorded. */
      GIVEN,
      /** What is there now: what was there then is not kept. */
      NOT_KEPT,
      /** What is there now: another user, or another machine, has made the recording. */
      OF_OTHERS,
      /** What is there now: the change that is checked has edited these files. */
      OF_CHANGE,
      /** What is there now: the user has asked for that. */
      DECLINED
    }
  }

  /** The program recorded nothing for so long before it was ended. */
  record Standstill(long millis) implements Remark {}

  /** Something of a run that wrote concurrent tests. */
  record OfProbe(ProbeNote note) implements Remark {}

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
