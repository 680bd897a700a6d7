package dev.harrier.model.finding;

import java.util.List;

/**
 * One defect, as it is stored and shown.
 *
 * @param message one sentence that names the defect at the primary location
 * @param test the test it is charged to, or "" outside tests
 * @param steps how it came about, in order, each one line
 * @param evidence what proves it, one sentence: "the collector found no reference to the channel
 *     outside the goroutine itself"
 * @param fingerprint stable across runs, machines and edits elsewhere in the file; equal for
 *     findings that are the same defect
 * @param count how many times it occurred in the run
 */
public record Finding(
    Rule rule,
    Strength strength,
    String message,
    Location location,
    String test,
    List<GoroutineStory> goroutines,
    List<ObjectStory> objects,
    List<String> steps,
    Witness witness,
    String evidence,
    String fingerprint,
    int count) {
  public Finding {
    goroutines = List.copyOf(goroutines);
    objects = List.copyOf(objects);
    steps = List.copyOf(steps);
  }

  /** The same finding with other words on what proves it. */
  public Finding with(String otherEvidence) {
    return new Finding(
        rule,
        strength,
        message,
        location,
        test,
        goroutines,
        objects,
        steps,
        witness,
        otherEvidence,
        fingerprint,
        count);
  }

  /** The same finding, not proved any more, for the reason that is given as evidence. */
  public Finding suspicious(String why) {
    return new Finding(
        rule,
        Strength.SUSPICIOUS,
        message,
        location,
        test,
        goroutines,
        objects,
        steps,
        witness,
        why,
        fingerprint,
        count);
  }

  /** The same finding with another way to see it again. */
  public Finding with(Witness other) {
    return new Finding(
        rule,
        strength,
        message,
        location,
        test,
        goroutines,
        objects,
        steps,
        other,
        evidence,
        fingerprint,
        count);
  }
}
