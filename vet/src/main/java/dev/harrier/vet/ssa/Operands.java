package dev.harrier.vet.ssa;

import java.util.ArrayList;
import java.util.List;

/** The operands of a call: the callee, then the arguments. */
final class Operands {
  private Operands() {}

  static List<Value> of(CallSite site) {
    List<Value> values = new ArrayList<>(site.arguments().size() + 1);
    values.add(site.callee());
    values.addAll(site.arguments());
    return values;
  }
}
