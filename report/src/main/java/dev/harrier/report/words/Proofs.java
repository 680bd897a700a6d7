package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.trace.Site;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What shows a defect, and what speaks against it, in one sentence. */
public final class Proofs {
  private static final String CONSEQUENCE = "it may only be a consequence";

  /** Between the names of two methods. */
  private static final String PAIR = " | ";

  /** How many tests are named. */
  private static final int MOST_TESTS = 3;

  /** From here on times are given in minutes, and in hours; in milliseconds. */
  private static final long MINUTES = 120_000;

  private static final long HOURS = 7_200_000;

  private Proofs() {}

  /** All evidence, strongest first, then the doubts. */
  public static String of(Explanation explanation) {
    List<String> clauses = new ArrayList<>();
    explanation.evidence().forEach(e -> clauses.add(of(e)));
    explanation.doubts().forEach(d -> clauses.add(of(d)));
    return String.join("; ", clauses);
  }

  /** The same without the calls of a scenario, for those who show them as a table. */
  public static String besidesScenario(Explanation explanation) {
    List<Evidence> others = explanation.evidence().stream().filter(e -> !isOfScenario(e)).toList();
    List<String> clauses = new ArrayList<>();
    others.forEach(e -> clauses.add(of(e)));
    explanation.doubts().forEach(d -> clauses.add(of(d)));
    return String.join("; ", clauses);
  }

  /** Why several goroutines may use an object. */
  public static String of(Evidence.Contract contract) {
    String at = contract.at().isEmpty() ? "" : " (" + contract.at() + ")";
    return switch (contract.reason()) {
          case ONE_CALLER ->
              "only one goroutine calls methods; the other one is the object's own, which %s starts"
                  .formatted(contract.text());
          case LEFT_EARLY ->
              "no promise is needed: a loop over what %s returns may end early"
                  .formatted(contract.text());
          case ABANDONED -> unread(contract.text());
          case ENDED ->
              "no promise is needed: %s ended the object, without an error"
                  .formatted(joined(contract.text()));
          case OWN_GOROUTINES ->
              "both goroutines are the object's own, which %s starts".formatted(contract.text());
          case OWN_TIMERS ->
              "both goroutines are the object's own: timers call %s".formatted(contract.text());
          case SERVES -> returnsOnly(contract.text());
          case PACKAGE_VARIABLE ->
              "the calls share no object, only the variable %s".formatted(contract.text());
          case PACKAGE_FUNCTIONS ->
              "these are functions of the package, and are given nothing that they share";
          case OWN_USE ->
              "each goroutine does what %s does, with objects of its own"
                  .formatted(contract.text());
          case METHODS_DOCUMENTED, DOCUMENTED, DOCUMENTED_OF_USE, PACKAGE_DOCUMENTED ->
              contract.text();
          case FIELD_GUARDED -> "other accesses of it are guarded: " + contract.text();
          case FIELD_AWAITED -> "a loop waits until another goroutine sets it: " + contract.text();
          case LOCKS_TAKEN ->
              "each call takes a lock that the next one waits for, and locks are there for calls at"
                  + " the same time";
          case CHECKED ->
              "one after the other, these calls return in any order: they check for the closed"
                  + " channel";
          case TESTED -> "a test calls %s in a goroutine".formatted(contract.text());
          case OWN_GOROUTINE -> "one of the goroutines is the object's own";
          case GUARDED ->
              contract.text().isEmpty()
                  ? "it is an interface, which is no promise"
                  : "it has a field %s, which is no promise".formatted(contract.text());
        }
        + at;
  }

  /** Where a lock is missing that others hold. */
  public static String of(Evidence.Unguarded unguarded) {
    String where =
        unguarded.accesses().stream().map(Proofs::of).collect(Collectors.joining(" and "));
    return unguarded.lock().isEmpty()
        ? "not atomic in " + where
        : "%s is not held in %s".formatted(unguarded.lock(), where);
  }

  /** Which field a call returned whose elements others change. */
  public static String of(Evidence.Returned returned) {
    return "%s guards %s, which %s returns itself, not a copy (%s)"
        .formatted(returned.lock(), returned.field(), returned.by(), returned.at());
  }

  private static String of(Evidence.Unguarded.Access access) {
    Site at = access.at();
    Site call = access.call();
    String through =
        call.function().equals(at.function()) ? "" : " called by " + Names.function(call);
    return "%s%s (%s)".formatted(Names.function(at), through, Names.place(at));
  }

  /** Methods with a comma between them. */
  private static String joined(String names) {
    int last = names.lastIndexOf(", ");
    return last < 0 ? names : names.substring(0, last) + " and " + names.substring(last + 2);
  }

  private static String unread(String calls) {
    int between = calls.indexOf(PAIR);
    return between < 0
        ? "no promise is needed: the context that %s was given is canceled".formatted(calls)
        : "no promise is needed: %s ends the object, and nothing reads what %s returned"
            .formatted(calls.substring(between + PAIR.length()), calls.substring(0, between));
  }

  private static String returnsOnly(String calls) {
    int between = calls.indexOf(PAIR);
    return between < 0
        ? calls
        : "%s waits in a loop until %s ends it, in another goroutine"
            .formatted(calls.substring(0, between), calls.substring(between + PAIR.length()));
  }

  private static boolean isOfScenario(Evidence evidence) {
    return evidence instanceof Evidence.InScenario
        || evidence instanceof Evidence.Contract
        || evidence instanceof Evidence.Unguarded
        || evidence instanceof Evidence.Returned;
  }

  /** Only the doubts, for a finding in one line. */
  public static String doubts(Explanation explanation) {
    List<String> clauses = new ArrayList<>();
    int computing = 0;
    for (Doubt doubt : explanation.doubts()) {
      if (!(doubt instanceof Doubt.ComputingAssumed) || computing++ == 0) {
        clauses.add(of(doubt));
      }
    }
    if (computing > 1) {
      clauses.add(Plurals.count(computing - 1, "more assumption") + " of slow code");
    }
    return String.join("; ", clauses);
  }

  private static String of(Evidence evidence) {
    return switch (evidence) {
      case Evidence.Unreachable _ ->
          "the garbage collector found that nothing that can still run has a reference to what"
              + " it waits for";
      case Evidence.OnlyTickerLeft _ ->
          "it outlived its test, in a select that a ticker wakes again and again; the garbage"
              + " collector found that nothing else that can still run refers to its other channels";
      case Evidence.PollsInVain _ ->
          "it outlived its test, in a loop around a select with a timer that only its other cases"
              + " can end; the garbage collector found that nothing else that can still run refers to"
              + " the channels of these";
      case Evidence.SleepsInVain _ ->
          "it outlived its test, in a loop around a sleep that only a change of memory can end, which"
              + " the loop does not make; the garbage collector found that nothing else that can still"
              + " run refers to what it refers to, and it slept again after that";
      case Evidence.OnlyPolls _ ->
          "its test is over, and its timer wakes it again and again in one place; nothing else"
              + " refers to the other channels of its select, but that is no proof, because what its"
              + " loop calls or checks may end it";
      case Evidence.OnlyTimeWakes _ ->
          "several collections found each of them in another round of its loop, and that nothing"
              + " that can still run refers to what else it waits for, or to anything that it refers to"
              + " if it sleeps; that is no proof, because what the loop calls or checks may end it";
      case Evidence.OnlySleeps _ ->
          "its test is over, and it sleeps again and again in one place; that is no proof,"
              + " because a condition that it checks between two sleeps may end it";
      case Evidence.OnlyTicks _ ->
          "its test is over, and it waits for its ticker again and again in one place; that is no"
              + " proof, because a condition that it checks at a tick may end it";
      case Evidence.Quiescence _ ->
          "nothing in the process could run, no timer was set and no I/O from outside was pending";
      case Evidence.WaitCycle _ ->
          "each holds the lock that the next one waits for, so that none of them can ever continue";
      case Evidence.OutlivesTest _ ->
          "its test has ended, no timer was set, no I/O was pending, and only goroutines of that"
              + " test, which are gone or blocked, ever used what it waits for";
      case Evidence.EndlessByDefinition _ ->
          "nothing can ever end a wait on a nil channel or on no channel at all";
      case Evidence.ReleasersStuck _ ->
          "every goroutine that ever released what it waits for, directly or through others, is"
              + " stuck or has exited";
      case Evidence.StillBlockedAtTimeLimit _ ->
          "it was still blocked when the time limit was reached";
      case Evidence.QuiescentButMaybeIdle _ ->
          "nothing in the process could run, no timer was set and no I/O from outside was pending; but an"
              + " idle worker looks the same";
      case Evidence.StillBlockedAtExit _ ->
          "it was still blocked when the process ended; that is no proof, because something"
              + " else could still run";
      case Evidence.BlockedWhenProfiled _ ->
          "it was blocked when the profile was taken; that is no proof, because something may"
              + " still wake it";
      case Evidence.HeldByWaiter _ -> "the lock is held by the goroutine that waits for it";
      case Evidence.HolderExited _ -> "the goroutine that holds the lock has exited";
      case Evidence.UnreachableWhileHeld _ ->
          "the garbage collector found that nothing refers to the lock any more, and it was held;"
              + " no goroutine waits for it";
      case Evidence.ContextNotCanceled _ ->
          "the context was never canceled, nor was any parent context";
      case Evidence.Panic panic ->
          "the process ended with a %s%s"
              .formatted(panic.fatal() ? "fatal error" : "panic", DefectWords.said(panic.text()));
      case Evidence.RecoveredPanic panic ->
          "the program recovered this panic" + DefectWords.said(panic.text());
      case Evidence.AddNotOrdered _ ->
          "the counter was zero, the Add is the first operation of its goroutine, and the creator"
              + " did not synchronize between the go statement and Wait";
      case Evidence.MadeToHappen made ->
          String.format(
              Locale.ROOT, "it happened in execution %,d of the search for it", made.execution());
      case Evidence.CycleNotOrdered _ ->
          "it did not happen in this run; but nothing orders these goroutines here, and no lock"
              + " keeps them apart";
      case Evidence.PartnerCameFirst first ->
          "it did not happen in this run, because %s reached the lock first; nothing orders the two there"
              .formatted(Names.goroutine(first.partner()));
      case Evidence.AccessesNotOrdered _ ->
          "both happened in this run, and no synchronization in it orders them";
      case Evidence.PassesOtherwise passes ->
          "the test reported it under this schedule" + passes(passes);
      case Evidence.InGeneratedTest generated ->
          "both happened in a generated test, which calls %s, and no synchronization orders them"
              .formatted(generated.call());
      case Evidence.InScenario scenario ->
          "a generated test calls %s of one object%s%s"
              .formatted(
                  scenario.calls().stream()
                      .map(calls -> String.join(", then ", calls))
                      .collect(Collectors.joining(" and ")),
                  scenario.calls().size() == 1 ? "" : " at the same time",
                  scenario.from().isEmpty()
                      ? ""
                      : ", made as %s makes it".formatted(scenario.from()));
      case Evidence.Forgotten forgotten ->
          "made after the calls that have returned, %s returns as well"
              .formatted(String.join(" and ", forgotten.calls()));
      case Evidence.Contract contract -> "goroutines may share the object: " + of(contract);
      case Evidence.Unguarded unguarded -> of(unguarded);
      case Evidence.Returned returned -> of(returned);
      case Evidence.StaticOrder order ->
          "no chain of synchronization orders the two accesses to %s, and they hold no lock in common"
              .formatted(target(order.to()));
    };
  }

  private static String target(Evidence.StaticOrder.Target target) {
    return switch (target) {
      case VARIABLE -> "the captured variable itself";
      case CONTENTS -> "what the captured variable holds";
      case POINTEE -> "memory that the captured variable points to";
    };
  }

  /** {@code 250 ms}, {@code 2.5 s}. */
  private static String duration(long millis) {
    if (millis < 1000) {
      return millis + " ms";
    }
    if (millis < MINUTES) {
      return inUnits(millis, 1000) + " s";
    }
    return millis < HOURS ? inUnits(millis, 60_000) + " min" : inUnits(millis, 3_600_000) + " h";
  }

  /** {@code 200 µs}, and else as {@link #duration}. */
  static String micros(long micros) {
    return micros < 1000 ? micros + " µs" : duration(micros / 1000);
  }

  private static String inUnits(long millis, long unit) {
    return BigDecimal.valueOf(millis)
        .divide(BigDecimal.valueOf(unit), 1, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  private static String unsaid(Doubt.Unsaid unsaid) {
    return switch (unsaid.why()) {
      case SET_UP ->
          "that need not mean %s, which users may call before they share the object"
              .formatted(unsaid.call());
      case WAIT ->
          "that need not mean %s, which users of a WaitGroup call when all is added to it"
              .formatted(unsaid.call());
      case GIVEN_AWAY ->
          "that need not mean %s, which is a call of what a method returned"
              .formatted(unsaid.call());
      case ELEMENT ->
          "that need not mean calls with one element, as those of %s here".formatted(unsaid.call());
    };
  }

  private static String released(Doubt.MayBeReleased released) {
    return switch (released.means()) {
      case SETUP -> "but the setup has %s, which may have to release it".formatted(released.by());
      case EXCHANGE -> "but users may have to release it: by %s".formatted(released.by());
      case OTHER_END ->
          "but %s may end it as well, and is not called".formatted(joined(released.by()));
      case SAID -> "but the documentation says: %s".formatted(released.by());
      case NOT_BEGUN -> "but it may wait for %s, which is not called".formatted(released.by());
      case UNTESTED -> "but no test has %s".formatted(released.by());
    };
  }

  private static String of(Doubt doubt) {
    return switch (doubt) {
      case Doubt.TimeLimitPanics limit ->
          "but it is %s own panic, and needs a timer that fires before its time, or code that takes long, as a time limit on a slow machine may"
              .formatted(limit.ofTest() ? "the test's" : "a time limit's");
      case Doubt.SlownessPanics _ ->
          "but the program panics of its own accord, and only where code takes long: it may be meant to";
      case Doubt.TestFailedBefore failed ->
          "but its test had failed, or skipped itself, in a run in which a timer fired before its time or code took long: %s"
              .formatted(failed.consequence() ? CONSEQUENCE : "the test may not have cleaned up");
      case Doubt.ReadsMemory _ ->
          "but the test reads the state of memory before, which depends on all goroutines and on the collector";
      case Doubt.EveryExecution all ->
          String.format(
              Locale.ROOT,
              "but it ended %,d executions of the test, whatever the schedule, and none passed: the test"
                  + " fails without Harrier, too",
              all.executions());
      case Doubt.PanicAfterFailure _ ->
          "but the test had reported a failure before, and continued: " + CONSEQUENCE;
      case Doubt.RecoversOwnPanic _ ->
          "but the function that panicked recovers the panic itself, so it seems to be expected";
      case Doubt.EndedByLimit _ ->
          "but Harrier ended the execution at its limit of real time: it may only need more (-limit)";
      case Doubt.StillBusy _ ->
          "but something could still run: it may only need more time than an execution has";
      case Doubt.BegunLate late ->
          "but this test had run for %s of the %s that all took together: they may only need a longer -timeout"
              .formatted(duration(late.ranMillis()), duration(late.limitMillis()));
      case Doubt.MayBeOrdered order -> "but " + order(order.by());
      case Doubt.NotConfirmed tried ->
          String.format(Locale.ROOT, "%,d executions did not make it happen", tried.executions())
              + directed(tried);
      case Doubt.NotSeenInTests tried ->
          "%s did not show it in %s%s"
              .formatted(tests(tried.tests()), executions(tried.executions()), reached(tried));
      case Doubt.RanWithoutRace ran ->
          "%s %s both lines; no race in %s"
              .formatted(
                  tests(ran.tests()),
                  Plurals.of(ran.tests().size(), "runs", "run"),
                  executions(ran.executions()));
      case Doubt.NotSeenInGeneratedTest tried ->
          "nor did a generated test, which calls %s, in %s"
              .formatted(tried.call(), executions(tried.executions()));
      case Doubt.NoContract _ ->
          "nothing promises that several goroutines may make these calls at the same time";
      case Doubt.NothingGuards _ ->
          "but no access of it holds a lock of the object, or is atomic: that promise may not mean it";
      case Doubt.Unsaid unsaid -> unsaid(unsaid);
      case Doubt.MayBeReleased released -> released(released);
      case Doubt.OfTests _ -> "but a function of the tests takes part, which may be the reason";
      case Doubt.OfDependency _ -> "it is in another module, of which that promise says nothing";
      case Doubt.RefusedCall _ ->
          "the code panics by itself, with a message that says that such calls are not to be made";
      case Doubt.NoAtomicity _ ->
          "that goroutines may make these calls at the same time does not promise results of some order";
      case Doubt.NoTestGenerated none -> "no test could be generated for it: " + none.reason();
      case Doubt.SelectStillWaits _ ->
          "the schedule has a select wait for one of its cases while time passes";
      case Doubt.SlownessAssumed slow ->
          "the schedule delays runnable goroutines by %s, so that timers fire first"
              .formatted(slow.millis() == 0 ? "less than a millisecond" : duration(slow.millis()));
      case Doubt.ComputingAssumed slow ->
          "the schedule assumes that %s takes %s, up to %s, where it reads the clock"
              .formatted(Names.function(slow.at()), micros(slow.micros()), Names.place(slow.at()));
      case Doubt.FaultAssumed failed ->
          "the schedule assumes that %s, in %s, at %s"
              .formatted(
                  FaultWords.happens(failed.fault(), failed.bytes()),
                  Names.function(failed.at()),
                  Names.place(failed.at()));
      case Doubt.FaultUnexpected relies ->
          "but "
              + switch (relies.reliance()) {
                case TEST_CODE ->
                    "it is in the code of a test, which may rely on what does not fail then";
                case TEST_FAILED ->
                    "its test had failed because of that, or skipped itself: it may only be a consequence";
                case WAITS_FOR_INPUT ->
                    "it only waits for other connections: a test may have left them open";
                case PANICS -> "the program panics of its own accord: it may be meant to";
              };
      case Doubt.ReadyCaseNotTaken late ->
          "but it needs a select that takes a timer's case after another case had been ready for %s"
              .formatted(duration(late.millis()));
      case Doubt.TestIsOverEarlier _ ->
          "but one access is by a test that has given up waiting, or is over, by the time of the other";
      case Doubt.PeerGaveUpWaiting _ ->
          "but goroutines wait for input or output: a peer may have given up, seconds early, and never answer";
      case Doubt.ReplaysDiffer differ ->
          "%d of %d replays of its schedule show it: %s"
              .formatted(
                  differ.shown(),
                  differ.replays(),
                  differ.external()
                      ? "when external input is there differs from run to run"
                      : "something that the schedule does not control decides");
      case Doubt.FailsInDefaultOrder fails ->
          "but in the default order the test also fails, in %d of %d runs: something that the schedule does not control decides"
              .formatted(fails.failed(), fails.runs());
      case Doubt.NotShownAgain again when again.replays() == 0 ->
          "but there was no time to replay its schedule, in which code may take seconds";
      case Doubt.NotShownAgain again ->
          "but %s of its schedule did not show it again"
              .formatted(Plurals.count(again.replays(), "replay"));
    };
  }

  private static String order(Doubt.MayBeOrdered.By by) {
    return switch (by) {
      case CALL_BETWEEN ->
          "a call between the accesses may wait for the other goroutine, in code that was not analyzed";
      case TIMER -> "a timer, or the end of a context, runs one access, and time may order them";
      case REQUESTS -> "a server runs one access for each request, and requests may not overlap";
      case STARTER -> "the function that starts the goroutine may order them";
      case CALLEE -> "the function that makes one access is handed the address, and may order them";
      case POINTER -> "the pointer may lead to other memory in each goroutine";
    };
  }

  private static String tests(List<String> tests) {
    if (tests.isEmpty()) {
      return "all tests of its package";
    }
    int more = tests.size() - MOST_TESTS;
    int named = more > 0 ? MOST_TESTS : tests.size() - 1;
    String last = more > 0 ? Plurals.count(more, "more test") : tests.getLast();
    return named == 0 ? last : String.join(", ", tests.subList(0, named)) + " and " + last;
  }

  private static String executions(long number) {
    return Plurals.count(number, "execution");
  }

  private static String reached(Doubt.NotSeenInTests tried) {
    return (tried.reached().isEmpty() ? "" : ", reached " + places(tried.reached()))
        + (tried.unreached().isEmpty() ? "" : ", did not reach " + places(tried.unreached()));
  }

  private static String places(List<Site> places) {
    return places.stream().map(Names::place).collect(Collectors.joining(" and "));
  }

  private static String directed(Doubt.NotConfirmed tried) {
    if (tried.directed() == 0) {
      return "";
    }
    String reached =
        tried.unreached().isEmpty()
            ? String.format(
                Locale.ROOT,
                ", and in %,d all its goroutines reached their places",
                tried.arrived())
            : ", none of which reached " + places(tried.unreached());
    return (tried.directed() == tried.executions()
            ? ", all of them directed at it"
            : String.format(Locale.ROOT, ", %,d of them directed at it", tried.directed()))
        + reached;
  }

  private static String passes(Evidence.PassesOtherwise passes) {
    String natively = passes.natively() == 0 ? "" : ", and without a schedule";
    if (passes.otherwise() > 0) {
      return ", the default order; it passes in another order, in %s%s"
          .formatted(Plurals.count(passes.otherwise(), "run"), natively);
    }
    return passes.inOrder() == 0
        ? ""
        : "; it passes in the default order, in %s%s"
            .formatted(Plurals.count(passes.inOrder(), "run"), natively);
  }
}
