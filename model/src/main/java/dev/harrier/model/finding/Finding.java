package dev.harrier.model.finding;

import java.util.List;

/**
 * One defect, as data: everything that a report says of it, and no sentence. It holds resolved
 * source sites, not ids into a trace, so that it can be stored and rendered without the trace.
 *
 * @param location the place that an editor jumps to
 * @param test the test it is charged to, or "" outside tests
 * @param fingerprint covers all places that make up the defect; stable across runs, machines and
 *     edits elsewhere in the files; equal for findings that are the same defect
 */
public record Finding(
    Rule rule,
    Strength strength,
    Defect defect,
    Location location,
    String test,
    Explanation explanation,
    Witness witness,
    String fingerprint,
    Sightings sightings) {
  /** One that was seen once, and has no witness yet. */
  public static Finding of(
      Rule rule,
      Strength strength,
      Defect defect,
      Location location,
      String test,
      Explanation explanation,
      String fingerprint) {
    return new Finding(
        rule,
        strength,
        defect,
        location,
        test,
        explanation,
        Witness.NONE,
        fingerprint,
        Sightings.ONCE);
  }

  public List<Participant> participants() {
    return explanation.participants();
  }

  public List<InvolvedObject> objects() {
    return explanation.objects();
  }

  /** The test that it is charged to without the names of subtests, as {@code -run} begins. */
  public String topLevelTest() {
    int end = test.indexOf('/');
    return end < 0 ? test : test.substring(0, end);
  }

  /** How many times it occurred in the run. */
  public int count() {
    return sightings.count();
  }

  /** The same finding, not proved any more, for this reason. */
  public Finding suspicious(Doubt doubt) {
    return new Finding(
        rule,
        Strength.SUSPICIOUS,
        defect,
        location,
        test,
        explanation.doubted(doubt),
        witness,
        fingerprint,
        sightings);
  }

  /**
   * The same finding, which was seen to happen.
   *
   * @param doubts all that speaks against it
   */
  public Finding confirmed(Evidence shown, List<Doubt> doubts) {
    return with(Strength.CONFIRMED).with(explanation.shown(shown, doubts));
  }

  /** The same finding with one more reason for doubt, as strong as before. */
  public Finding doubted(Doubt doubt) {
    return with(explanation.doubted(doubt));
  }

  /** The same finding, as another defect. */
  public Finding with(Defect other) {
    return new Finding(
        rule, strength, other, location, test, explanation, witness, fingerprint, sightings);
  }

  /** The same finding of another strength. */
  public Finding with(Strength other) {
    return new Finding(
        rule, other, defect, location, test, explanation, witness, fingerprint, sightings);
  }

  /** The same finding; charged to {@code only} if it was charged to no test. */
  public Finding chargedByDefaultTo(String only) {
    return test.isEmpty()
        ? new Finding(
            rule, strength, defect, location, only, explanation, witness, fingerprint, sightings)
        : this;
  }

  /** The same finding with another explanation. */
  public Finding with(Explanation other) {
    return new Finding(
        rule, strength, defect, location, test, other, witness, fingerprint, sightings);
  }

  /** The same finding with another way to see it again. */
  public Finding with(Witness other) {
    return new Finding(
        rule, strength, defect, location, test, explanation, other, fingerprint, sightings);
  }

  /** The same finding, seen otherwise often. */
  public Finding with(Sightings other) {
    return new Finding(
        rule, strength, defect, location, test, explanation, witness, fingerprint, other);
  }
}
