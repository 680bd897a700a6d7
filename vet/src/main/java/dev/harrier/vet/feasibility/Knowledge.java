package dev.harrier.vet.feasibility;

import dev.harrier.vet.graph.Flag;
import dev.harrier.vet.graph.Flag.News;
import dev.harrier.vet.pointsto.Place;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is known of flags on one path. */
record Knowledge(Map<Flag, Fact> facts) {
  static final Knowledge NONE = new Knowledge(Map.of());

  Knowledge {
    facts = Map.copyOf(facts);
  }

  /** What is known of one flag. */
  sealed interface Fact {
    record Is(String constant) implements Fact {}

    record IsNone(Set<String> constants) implements Fact {}
  }

  /** What is known after the news; empty if it contradicts what is known. */
  Optional<Knowledge> with(Flag flag, News news) {
    return switch (news) {
      case News.Equals(String c) ->
          allows(flag, c) ? learn(flag, new Fact.Is(c)) : Optional.empty();
      case News.Differs(String c) -> differs(flag, c);
      case News.Becomes(String c) -> forget(flag).learn(flag, new Fact.Is(c));
      case News.BecomesSomething() -> forget(flag).learn(flag, new Fact.IsNone(Set.of("nil")));
      case News.BecomesAnything() -> Optional.of(forget(flag));
      case News.Copies(Flag from) -> {
        Fact fact = facts.get(from);
        Knowledge rest = forget(flag);
        yield fact == null ? Optional.of(rest) : rest.learn(flag, fact);
      }
    };
  }

  /** What is left when a variable has a new instance. */
  Knowledge without(Place.Base base) {
    return keep(
        facts.keySet().stream()
            .filter(f -> !(f instanceof Flag.Memory(Place place)) || !place.base().equals(base))
            .toList());
  }

  private boolean allows(Flag flag, String constant) {
    return switch (facts.get(flag)) {
      case Fact.Is(String is) -> is.equals(constant);
      case Fact.IsNone(Set<String> none) -> !none.contains(constant);
      case null -> true;
    };
  }

  private Optional<Knowledge> differs(Flag flag, String constant) {
    return switch (facts.get(flag)) {
      case Fact.Is(String is) -> is.equals(constant) ? Optional.empty() : Optional.of(this);
      case Fact.IsNone(Set<String> none) -> {
        Set<String> more = new HashSet<>(none);
        more.add(constant);
        yield learn(flag, new Fact.IsNone(Set.copyOf(more)));
      }
      case null -> learn(flag, new Fact.IsNone(Set.of(constant)));
    };
  }

  private Optional<Knowledge> learn(Flag flag, Fact fact) {
    if (fact.equals(facts.get(flag))) {
      return Optional.of(this);
    }
    Map<Flag, Fact> more = new HashMap<>(facts);
    more.put(flag, fact);
    return Optional.of(new Knowledge(more));
  }

  /** Without a flag, and without the variables that contain it or that it contains. */
  private Knowledge forget(Flag flag) {
    return keep(facts.keySet().stream().filter(f -> !overlap(f, flag)).toList());
  }

  private Knowledge keep(List<Flag> flags) {
    if (flags.size() == facts.size()) {
      return this;
    }
    Map<Flag, Fact> fewer = new HashMap<>();
    flags.forEach(f -> fewer.put(f, facts.get(f)));
    return new Knowledge(fewer);
  }

  private static boolean overlap(Flag a, Flag b) {
    if (a instanceof Flag.Memory(Place x) && b instanceof Flag.Memory(Place y)) {
      int common = Math.min(x.path().size(), y.path().size());
      return x.base().equals(y.base())
          && x.path().subList(0, common).equals(y.path().subList(0, common));
    }
    return a.equals(b);
  }
}
