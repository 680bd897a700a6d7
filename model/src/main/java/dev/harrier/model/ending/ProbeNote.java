package dev.harrier.model.ending;

import java.util.Comparator;
import java.util.List;

/** Something to know of a run that wrote concurrent tests and explored them. */
public sealed interface ProbeNote {
  /**
   * What was tried, all in all.
   *
   * @param probed types with at least one scenario that was explored
   * @param types all with exported methods
   * @param packages whose functions were called like methods
   * @param compared scenarios whose results were compared with those of all sequential orders
   */
  record Probed(long probed, long types, long packages, long scenarios, long compared)
      implements ProbeNote {}

  /**
   * What calls are made of.
   *
   * @param name of a type, with its package where there are others; or of a package
   * @param functions whether it is a package whose functions are called like methods
   */
  record Subject(String name, boolean functions) implements Comparable<Subject> {
    @Override
    public int compareTo(Subject other) {
      return Comparator.comparing(Subject::name)
          .thenComparing(Subject::functions)
          .compare(this, other);
    }
  }

  /**
   * A package for which nothing was written, since it does not build.
   *
   * @param why the first thing that Go says of it
   */
  record NotBuilt(String packagePath, String why) implements ProbeNote {}

  /**
   * A package whose tests do not build, so that they have no part in its scenarios.
   *
   * @param why the first thing that Go says of them
   */
  record TestsNotBuilt(String packagePath, String why) implements ProbeNote {}

  /**
   * Packages that were not probed, since the time was over.
   *
   * @param phase for which there was no time
   */
  record NoTime(Phase phase, List<String> packages) implements ProbeNote {
    public NoTime {
      packages = List.copyOf(packages);
    }
  }

  /** The test of a finding is in the user's tree now. */
  record Wrote(String file) implements ProbeNote {}

  /** The test of a finding was not written into the user's tree, since there is such a file. */
  record FileExists(String test) implements ProbeNote {}

  /**
   * The test of a finding could not be written.
   *
   * @param why one clause
   */
  record NotWritten(String test, String why) implements ProbeNote {}

  /** Where the tests of the findings are. */
  record KeptIn(String directory) implements ProbeNote {}

  /**
   * Findings that take more than two calls were not looked for with fewer.
   *
   * @param why one sentence
   */
  record NotSimplified(String why) implements ProbeNote {}

  /** No calls were made at the same time; other notes say why. */
  record NothingExplored() implements ProbeNote {}

  /** No package has a type with exported methods, or functions that share variables. */
  record NothingToProbe() implements ProbeNote {}

  /**
   * No package has a type with exported methods that was asked for.
   *
   * @param pattern what names of types must match
   */
  record NoTypeMatches(String pattern) implements ProbeNote {}

  /** Scenarios whose object could not be made, or whose calls did not end one after the other. */
  record NotExplored(List<OfType> scenarios) implements ProbeNote {
    public NotExplored {
      scenarios = List.copyOf(scenarios);
    }
  }

  /** Scenarios of packages of which no test could be run: they do not build, or end at once. */
  record NotRun(List<OfType> scenarios) implements ProbeNote {
    public NotRun {
      scenarios = List.copyOf(scenarios);
    }
  }

  /** Scenarios whose object was made of empty values, so that the calls panic in every order. */
  record EmptyObjects(List<OfType> scenarios) implements ProbeNote {
    public EmptyObjects {
      scenarios = List.copyOf(scenarios);
    }
  }

  /** Types of which an object was made only of empty values, and is none. */
  record WithoutObject(List<Subject> types) implements ProbeNote {
    public WithoutObject {
      types = List.copyOf(types);
    }
  }

  /** Scenarios whose calls there was no time to make one after the other: only races count. */
  record OnlyRaces(List<OfType> scenarios) implements ProbeNote {
    public OnlyRaces {
      scenarios = List.copyOf(scenarios);
    }
  }

  /** How many scenarios, or findings, of a type. */
  record OfType(Subject type, long number) {}

  /** Findings that are not their scenario's, and are not reported. */
  record Dismissed(List<DismissedFor> reasons) implements ProbeNote {
    public Dismissed {
      reasons = List.copyOf(reasons);
    }
  }

  /** How many findings are dismissed for one reason. */
  record DismissedFor(Why why, List<OfType> findings) {
    public DismissedFor {
      findings = List.copyOf(findings);
    }
  }

  /** Why a finding is not its scenario's. */
  enum Why {
    /** The calls also do it one after the other. */
    SEQUENTIAL,
    /** What they do one after the other is not known. */
    ORDERS_UNKNOWN,
    /** It takes timers that fire early, or is no more than slow. */
    TIMING,
    /** It happens in the setup, or in a function of the tests. */
    SETUP,
    /** Code relies on a value where the scenario passes nil. */
    NIL,
    /** A main loop that is ended before it begins waits for good. */
    ENDED_EARLY,
    /** The method that ends the object is not called, for it waits for good in some order. */
    NO_END,
    /** Nothing says that the calls may be made at the same time. */
    NO_CONTRACT
  }

  /**
   * Calls of a type's objects that generated tests make at the same time, and of which none ran
   * between two steps of another in any execution.
   *
   * @param calls of each test, one for each goroutine, as the source has them
   */
  record NeverOverlapped(Subject type, List<List<String>> calls) implements ProbeNote {
    public NeverOverlapped {
      calls = calls.stream().map(List::copyOf).toList();
    }
  }

  /**
   * Suspicious findings of a type that are not shown next to the one that is.
   *
   * @param places where they are, for each rule
   */
  record MoreSuspicious(Subject type, long findings, List<OfRule> places) implements ProbeNote {
    public MoreSuspicious {
      places = List.copyOf(places);
    }
  }

  /**
   * Places of a rule's findings.
   *
   * @param places {@code FILE:LINE}
   */
  record OfRule(String rule, List<String> places) {
    public OfRule {
      places = List.copyOf(places);
    }
  }

  /** What the time of the run was spent on. */
  record TimeSpent(List<PhaseTime> phases) implements ProbeNote {
    public TimeSpent {
      phases = List.copyOf(phases);
    }
  }

  /** How long a part of the run took. */
  record PhaseTime(Phase phase, long millis) {}

  /** What a run does, one after the other. */
  enum Phase {
    WRITING,
    BUILDING,
    /** All sequential orders of the calls. */
    ORDERS,
    /** Calls at the same time. */
    EXPLORING,
    /** Findings with fewer calls. */
    SIMPLIFYING
  }

  /**
   * What was tried of a type.
   *
   * @param panicking scenarios whose calls panic in every order, so that only races count
   * @param left scenarios beyond limits
   * @param dropped scenarios that do not compile
   * @param uncalled methods that no scenario calls
   */
  record TypeProbed(
      Subject type,
      long scenarios,
      long panicking,
      Left left,
      long dropped,
      List<Uncalled> uncalled)
      implements ProbeNote {
    public TypeProbed {
      uncalled = List.copyOf(uncalled);
    }
  }

  /**
   * How many scenarios are beyond each limit.
   *
   * @param each of one type
   * @param time what all types together have time for
   * @param build what is compiled for one package
   */
  record Left(long each, long time, long build) {}

  /**
   * A method that no scenario calls.
   *
   * @param why one clause
   */
  record Uncalled(String name, String why) {}

  /**
   * Types that were left out.
   *
   * @param why one clause
   */
  record TypesLeftOut(List<Subject> types, String why) implements ProbeNote {
    public TypesLeftOut {
      types = List.copyOf(types);
    }
  }
}
