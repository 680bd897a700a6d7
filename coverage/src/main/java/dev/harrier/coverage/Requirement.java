package dev.harrier.coverage;

import dev.harrier.model.usage.Effect;

/** Something that should happen at a usage in at least one run: GoAT's R_i. */
public record Requirement(Part part, Effect effect) {
  static Requirement of(Effect effect) {
    return new Requirement(Part.WHOLE, effect);
  }
}
