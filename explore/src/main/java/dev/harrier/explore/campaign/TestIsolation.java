package dev.harrier.explore.campaign;

import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which tests may run beside each other. Tests that use the same fixed port disturb each other when
 * they run at once; a run that was disturbed says nothing about the program. So the first time that
 * this happens to a test, tests of its package run one after another from then on, and the second
 * time they run alone. Guarded by the campaign's lock.
 */
final class TestIsolation {
  private enum Needs {
    NOTHING,
    NO_OTHER_OF_ITS_PROGRAM,
    NOBODY_ELSE
  }

  /** A target that runs, until it {@linkplain TestIsolation#leave leaves}. */
  static final class Member {
    private final Target target;
    private boolean hadOthers;

    private Member(Target target, boolean hasOthers) {
      this.target = target;
      this.hadOthers = hasOthers;
    }
  }

  private final List<Member> running = new ArrayList<>();
  private final Map<Program, Needs> needs = new HashMap<>();

  /** Whether this target can run now. */
  boolean admits(Target target) {
    return running.stream().noneMatch(m -> wantsToBeAlone(m.target))
        && switch (of(target)) {
          case NOTHING -> true;
          case NO_OTHER_OF_ITS_PROGRAM ->
              running.stream().noneMatch(m -> m.target.program().equals(target.program()));
          case NOBODY_ELSE -> running.isEmpty();
        };
  }

  /** Whether others have to make room for this target, which would never be admitted else. */
  boolean wantsToBeAlone(Target target) {
    return of(target) == Needs.NOBODY_ELSE;
  }

  private Needs of(Target target) {
    return needs.getOrDefault(target.program(), Needs.NOTHING);
  }

  Member join(Target target) {
    running.forEach(m -> m.hadOthers = true);
    Member member = new Member(target, !running.isEmpty());
    running.add(member);
    return member;
  }

  void leave(Member member) {
    running.remove(member);
  }

  /**
   * A run found an address in use.
   *
   * @return whether another run may have been the reason; then this one is void
   */
  boolean disturbed(Member member) {
    if (member.hadOthers) {
      Program program = member.target.program();
      needs.merge(program, Needs.NO_OTHER_OF_ITS_PROGRAM, (before, _) -> Needs.NOBODY_ELSE);
    }
    return member.hadOthers;
  }

  /** What the user should know, one sentence each. */
  List<String> notes() {
    return needs.entrySet().stream()
        .map(e ->
            "tests of %s took an address from each other and were run %s"
                .formatted(
                    e.getKey().importPath(),
                    e.getValue() == Needs.NOBODY_ELSE ? "alone from then on" : "one at a time"))
        .sorted()
        .toList();
  }
}
