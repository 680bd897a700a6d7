package dev.harrier.report.text;

import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.report.words.Parts;

/** An object in a few words. */
public final class ObjectText {
  private ObjectText() {}

  /** {@code channel, unbuffered, never closed, 0 sent, 0 received}. */
  public static String withState(InvolvedObject object) {
    String state = Parts.state(object);
    return object.kind().word() + (state.isEmpty() ? "" : ", " + state);
  }

  /** The same with the place where it was made. */
  static String inLine(InvolvedObject object, StackText stacks) {
    String verb = object.madeKnown() ? ", made at " : ", first used at ";
    return withState(object)
        + stacks.innermost(object.madeAt()).map(site -> verb + stacks.place(site)).orElse("");
  }
}
