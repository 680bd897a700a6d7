package dev.harrier.vet.pointsto;

import dev.harrier.vet.ssa.Value.Register;
import java.util.ArrayList;
import java.util.List;

/**
 * A piece of memory: what is found by starting at a base and following a path.
 *
 * <p>Equal places are the same memory within one execution of the instruction that made the base.
 * Different places may still be the same memory when a pointer has two names; the analysis does not
 * claim to see that.
 */
public record Place(Base base, List<Step> path) {
  public Place {
    path = List.copyOf(path);
  }

  /** Where a path starts. */
  public sealed interface Base {
    /** A variable, by the instruction that allocates it. */
    record Variable(Frame frame, Register register) implements Base {}

    /** What a parameter of a root refers to. */
    record Parameter(Frame frame, int index) implements Base {}

    /** What a captured variable of a root refers to, where its maker is unknown. */
    record Captured(Frame frame, int index) implements Base {}

    /** What the result of another instruction refers to. */
    record Result(Frame frame, Register register) implements Base {}

    /** A package-level variable. */
    record PackageLevel(String name) implements Base {}

    /** The parallel subtests that an activation of a test function starts. */
    record Subtests(Frame frame) implements Base {}

    /** A constant, a function: nothing that can be shared. */
    record Nothing() implements Base {}
  }

  /** One step of a path. */
  public sealed interface Step {
    /** A field of a struct. */
    record Field(int index) implements Step {}

    /** An element of a slice or an array. */
    record Element(Bound index) implements Step {}

    /** What the pointer, slice, map or channel stored here refers to. */
    record Target() implements Step {}

    /** All elements of a slice. */
    record Elements() implements Step {}

    /** All that a map holds. */
    record Entries() implements Step {}

    /** The channel that a context closes. */
    record Done() implements Step {}
  }

  public static final Step TARGET = new Step.Target();
  public static final Step ELEMENTS = new Step.Elements();
  public static final Step ENTRIES = new Step.Entries();

  /** No place: what shares nothing with any. */
  public static final Place NOTHING = of(new Base.Nothing());

  /** A lock of which it is not known which one it is. */
  public static final Place UNKNOWN_LOCK = NOTHING.then(TARGET);

  public static Place of(Base base) {
    return new Place(base, List.of());
  }

  public Place then(Step step) {
    List<Step> longer = new ArrayList<>(path.size() + 1);
    longer.addAll(path);
    longer.add(step);
    return new Place(base, longer);
  }

  /** This place, and from there along more steps. */
  public Place then(List<Step> steps) {
    List<Step> longer = new ArrayList<>(path);
    longer.addAll(steps);
    return new Place(base, longer);
  }

  /** Whether the path passes through memory that the base only refers to. */
  public boolean isIndirect() {
    return path.contains(TARGET);
  }
}
