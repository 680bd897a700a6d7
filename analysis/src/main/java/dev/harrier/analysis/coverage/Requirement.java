package dev.harrier.analysis.coverage;

/** Something that should happen at a usage in at least one run: GoAT's R_i. */
public record Requirement(Part part, Action action) {
  static Requirement of(Action action) {
    return new Requirement(Part.WHOLE, action);
  }
}
