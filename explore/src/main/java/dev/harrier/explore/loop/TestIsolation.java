package dev.harrier.explore.loop;

import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which tests may run next to each other. Tests that use the same fixed port, or the same files,
 * disturb each other when they run at once; a run that was disturbed says nothing about the
 * program. An address in use says so itself: the first time that this happens to a test, tests of
 * its package run one after another from then on, and the second time they run alone. Another
 * failure next to tests of the same package is repeated without them, under the same schedule: if
 * it does not come again, they run one after another from then on. Guarded by the exploration's
 * lock.
 */
final class TestIsolation {
  /** A test that failed so often without others next to it fails by itself. */
  private static final int TRUSTED = 3;

  private enum Needs {
    NOTHING,
    NO_OTHER_OF_ITS_PROGRAM,
    NO_OTHER_TEST
  }

  /** A target that runs, until it {@linkplain TestIsolation#leave leaves}. */
  static final class Member {
    private final Target target;
    private final boolean repeats;
    private boolean hadOthers;
    private boolean hadSiblings;
    private boolean waits;

    private Member(Target target, boolean repeats) {
      this.target = target;
      this.repeats = repeats;
    }

    private void runsNextTo(Member other) {
      hadOthers = true;
      hadSiblings |= isOf(other.target.program());
    }

    private boolean isOf(Program program) {
      return target.program().equals(program);
    }
  }

  private final List<Member> running = new ArrayList<>();

  /** The program of each run that is to be repeated without others. */
  private final List<Program> reserved = new ArrayList<>();

  /** Whose tests failed next to each other, and not alone. */
  private final Set<Program> unsettled = new HashSet<>();

  private final Map<Target, Integer> failedAlone = new HashMap<>();
  private final Map<Program, Needs> needs = new HashMap<>();

  /** Whether this target can run now. */
  boolean admits(Target target) {
    Program program = target.program();
    return running.stream().noneMatch(m -> wantsToBeAlone(m.target))
        && !reserved.contains(program)
        && running.stream().noneMatch(m -> m.repeats && m.isOf(program))
        && switch (of(target)) {
          case NOTHING -> true;
          case NO_OTHER_OF_ITS_PROGRAM -> hasNoSiblings(target);
          case NO_OTHER_TEST -> running.isEmpty();
        };
  }

  /** Whether a run can be repeated now, with no other test of its program next to it. */
  boolean admitsRepeat(Target target) {
    return hasNoSiblings(target)
        && running.stream().noneMatch(m -> wantsToBeAlone(m.target))
        && (of(target) != Needs.NO_OTHER_TEST || running.isEmpty());
  }

  private boolean hasNoSiblings(Target target) {
    return running.stream().noneMatch(m -> m.isOf(target.program()));
  }

  /** Whether others have to make room for this target, which would never be admitted else. */
  boolean wantsToBeAlone(Target target) {
    return of(target) == Needs.NO_OTHER_TEST;
  }

  private Needs of(Target target) {
    return needs.getOrDefault(target.program(), Needs.NOTHING);
  }

  Member join(Target target) {
    return join(new Member(target, false));
  }

  /**
   * A finding is to be replayed without other tests of its program: from now on none is admitted,
   * until {@link #leave}.
   *
   * @return whether none runs any more; else this is to be asked again
   */
  boolean isAlone(Member member) {
    Program program = member.target.program();
    if (!member.waits) {
      member.waits = true;
      reserved.add(program);
    }
    // Two that wait for each other would wait for good: the first that joined goes first.
    return running.stream().takeWhile(m -> m != member).noneMatch(m -> m.isOf(program))
        && running.stream().filter(m -> m != member && m.isOf(program)).allMatch(m -> m.waits);
  }

  /** Whether other tests of its program ran while this one did. */
  boolean hadSiblings(Member member) {
    return member.hadSiblings;
  }

  /** A finding that came again only without, or only with, others: they disturb each other. */
  void disturbsOthers(Member member) {
    needs.putIfAbsent(member.target.program(), Needs.NO_OTHER_OF_ITS_PROGRAM);
    unsettled.add(member.target.program());
  }

  /** Joins to repeat a run; until it leaves, no other test of its program is admitted. */
  Member joinToRepeat(Target target) {
    reserved.remove(target.program());
    return join(new Member(target, true));
  }

  private Member join(Member member) {
    for (Member other : running) {
      other.runsNextTo(member);
      member.runsNextTo(other);
    }
    running.add(member);
    return member;
  }

  void leave(Member member) {
    running.remove(member);
    if (member.waits) {
      reserved.remove(member.target.program());
    }
  }

  /**
   * A run found an address in use.
   *
   * @return whether another run may have been the reason; then this one is void
   */
  boolean disturbed(Member member) {
    if (member.hadOthers) {
      Program program = member.target.program();
      needs.merge(program, Needs.NO_OTHER_OF_ITS_PROGRAM, (before, _) -> Needs.NO_OTHER_TEST);
    }
    return member.hadOthers;
  }

  /**
   * A run failed.
   *
   * @return whether another test of its program may have been the reason; then this run is void and
   *     is to be repeated
   */
  boolean isDoubtful(Member member) {
    Target target = member.target;
    boolean doubtful =
        member.hadSiblings
            && of(target) == Needs.NOTHING
            && failedAlone.getOrDefault(target, 0) < TRUSTED;
    if (doubtful) {
      reserved.add(target.program());
    }
    return doubtful;
  }

  /** Takes in how a run ended that may have been a repetition. */
  void settle(Member member, boolean failed) {
    if (!member.repeats) {
      return;
    }
    if (failed) {
      failedAlone.merge(member.target, 1, Integer::sum);
    } else {
      needs.putIfAbsent(member.target.program(), Needs.NO_OTHER_OF_ITS_PROGRAM);
      unsettled.add(member.target.program());
    }
  }

  /** The tests that can't run at once. */
  List<Remark> remarks() {
    return needs.entrySet().stream()
        .map(e ->
            new Remark.KeptApart(
                e.getKey().importPath(),
                unsettled.contains(e.getKey())
                    ? Remark.Conflict.FAILED_TOGETHER
                    : Remark.Conflict.ADDRESS_IN_USE,
                e.getValue() == Needs.NO_OTHER_TEST))
        .sorted(Comparator.comparing(Remark.KeptApart::packagePath))
        .<Remark>map(remark -> remark)
        .toList();
  }
}
