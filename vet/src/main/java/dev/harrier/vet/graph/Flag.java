package dev.harrier.vet.graph;

import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Place;

/** Something whose value decides which way control goes. */
public sealed interface Flag {
  /** A variable that others may assign. */
  record Memory(Place place) implements Flag {}

  /** A value of one activation. */
  record Local(Bound value) implements Flag {}

  /** What an operation says about a flag. */
  sealed interface News {
    /** It equals a constant, or control would not be here. */
    record Equals(String constant) implements News {}

    /** It is not equal to a constant, or control would not be here. */
    record Differs(String constant) implements News {}

    /** It gets the value of a constant. */
    record Becomes(String constant) implements News {}

    /** It gets a value other than nil. */
    record BecomesSomething() implements News {}

    /** It gets the value of another flag. */
    record Copies(Flag from) implements News {}

    /** It gets a value of which nothing is known. */
    record BecomesAnything() implements News {}
  }
}
