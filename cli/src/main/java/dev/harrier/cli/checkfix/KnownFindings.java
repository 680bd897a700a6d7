package dev.harrier.cli.checkfix;

import dev.harrier.explore.transfer.FunctionNames;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The finding that is to be fixed, and the others that were there before. A change edits the lines
 * that a fingerprint rests on, so a finding is also known by its {@linkplain Trait trait}.
 */
final class KnownFindings {
  private static final Pattern DIGITS = Pattern.compile("\\d+");

  /**
   * What a change of lines leaves of a finding.
   *
   * @param subject the test and the message of an assertion, without its numbers
   */
  private record Trait(String rule, Set<String> functions, String subject) {
    static Trait of(Finding finding) {
      Set<String> functions =
          new TreeSet<>(Set.of(FunctionNames.stable(finding.location().function())));
      String subject =
          switch (finding.defect()) {
            case Defect.Race race -> {
              functions.add(FunctionNames.stable(race.first().at().function()));
              functions.add(FunctionNames.stable(race.second().at().function()));
              yield ""; // an object may race as a whole first, then by one of its fields
            }
            case Defect.TestFailed failed ->
                DIGITS.matcher(finding.topLevelTest() + " " + failed.message()).replaceAll("0");
            default -> "";
          };
      return new Trait(finding.rule().id(), functions, subject);
    }
  }

  private final Finding sought;
  private final Trait trait;
  private final Set<String> fingerprints = new HashSet<>();
  private final Set<Trait> traits = new HashSet<>();

  KnownFindings(Finding sought) {
    this.sought = sought;
    this.trait = Trait.of(sought);
  }

  /**
   * These were there before, also if the sought one is among them. What it may have led to was not
   * there by itself, as far as that is known.
   */
  void add(Collection<Finding> before) {
    for (Finding finding : before) {
      if (!finding.fingerprint().equals(sought.fingerprint())
          && !(isPanic(finding) && isConsequence(finding))) {
        fingerprints.add(finding.fingerprint());
        traits.add(Trait.of(finding));
      }
    }
  }

  /** Whether it is the sought one, as strong as it was. */
  boolean isSought(Finding finding) {
    boolean strong = finding.strength() == Strength.OBSERVED || !sought.strength().isProven();
    return strong && isAlike(finding);
  }

  /** Whether it is the sought one, however strong. */
  boolean isAlike(Finding finding) {
    return finding.fingerprint().equals(sought.fingerprint())
        || (!fingerprints.contains(finding.fingerprint()) && trait.equals(Trait.of(finding)));
  }

  /**
   * Whether it is the sought one in the program before the change: its lines are those of files
   * that may have changed since, so neither they nor what is read there count.
   */
  boolean isSoughtBefore(Finding finding) {
    Trait other = Trait.of(finding);
    return isSought(finding)
        || (other.rule.equals(trait.rule)
            && other.functions.equals(trait.functions)
            && finding.topLevelTest().equals(sought.topLevelTest()));
  }

  /**
   * Whether the sought one explains what fails in the same execution. Goroutines that are stuck do
   * not: an assertion that failed next to them was known before. That of a race may have read what
   * raced, and must hold without it.
   */
  private boolean explains() {
    return !(sought.defect() instanceof Defect.Leaked)
        && !(sought.defect() instanceof Defect.Deadlocked);
  }

  /**
   * Whether the sought one may have led to it in an execution that showed both: an assertion that
   * failed, or a panic where the race is.
   */
  boolean isConsequence(Finding finding) {
    return explains()
        && (finding.defect() instanceof Defect.TestFailed
            || (isPanic(finding)
                && sought.defect() instanceof Defect.Race
                && trait.functions.contains(FunctionNames.stable(finding.location().function()))));
  }

  private static boolean isPanic(Finding finding) {
    return finding.defect() instanceof Defect.Crashed;
  }

  /** Whether it is another one that was there before. */
  boolean isOld(Finding finding) {
    return !isSought(finding)
        && (fingerprints.contains(finding.fingerprint()) || traits.contains(Trait.of(finding)));
  }
}
