package dev.harrier.binary.rewrite;

import dev.harrier.binary.code.Code;
import dev.harrier.binary.pclntab.GoFunction;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the functions that hooked functions were inlined into: profile-guided optimization does
 * that to functions that are never inlined otherwise, and what is inlined passes by the hook.
 */
final class InlinedHosts {
  private InlinedHosts() {}

  /** For each of {@code names} that is inlined anywhere: the machine-code functions it is in. */
  static Map<String, Set<String>> of(Code code, Collection<String> names) {
    Map<String, Set<String>> hosts = new HashMap<>();
    for (GoFunction f : code.symbols().functions()) {
      for (String callee : code.symbols().inlinedInto(f)) {
        if (names.contains(callee)) {
          hosts.computeIfAbsent(callee, _ -> new TreeSet<>()).add(code.name(f));
        }
      }
    }
    return hosts;
  }
}
