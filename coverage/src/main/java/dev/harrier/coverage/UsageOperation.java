package dev.harrier.coverage;

import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.usage.Effect;
import dev.harrier.model.usage.UsageKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What an event says about the usage that it belongs to. */
sealed interface UsageOperation {
  /** The usage among those of a line that this is about. */
  Optional<UsageCoverage> usage(List<UsageCoverage> here);

  /** The part of that usage; the whole if nothing is said of a part. */
  Part part(UsageCoverage usage);

  /** What was done; empty if the usage was only reached. */
  Optional<Effect> effect();

  /** An operation of certain kinds that has no parts. */
  record Plain(Set<UsageKind> kinds, Optional<Effect> effect) implements UsageOperation {
    @Override
    public Optional<UsageCoverage> usage(List<UsageCoverage> here) {
      return UsageIndex.ofKind(here, kinds);
    }

    @Override
    public Part part(UsageCoverage usage) {
      return Part.WHOLE;
    }
  }

  /** A send or a receive: on its own, or as the only case of a select with a default. */
  record Transfer(Direction direction, Optional<Effect> effect) implements UsageOperation {
    private static final Set<UsageKind> SENDS = Set.of(UsageKind.SEND);
    private static final Set<UsageKind> RECEIVES = Set.of(UsageKind.RECEIVE, UsageKind.RANGE);

    @Override
    public Optional<UsageCoverage> usage(List<UsageCoverage> here) {
      Set<UsageKind> kinds =
          switch (direction) {
            case SEND -> SENDS;
            case RECEIVE -> RECEIVES;
          };
      return UsageIndex.ofKind(here, kinds).or(() -> UsageIndex.select(here, List.of(direction)));
    }

    @Override
    public Part part(UsageCoverage usage) {
      return usage.usage().kind() == UsageKind.SELECT ? new Part.Case(0) : Part.WHOLE;
    }
  }

  /** A select; what it chose and how, or nothing while it waits. */
  record Choice(List<Direction> directions, Part chosen, Optional<Effect> effect)
      implements UsageOperation {
    static Choice of(List<SelectCase> cases, Part chosen, Optional<Effect> effect) {
      return new Choice(cases.stream().map(SelectCase::direction).toList(), chosen, effect);
    }

    @Override
    public Optional<UsageCoverage> usage(List<UsageCoverage> here) {
      return UsageIndex.select(here, directions);
    }

    @Override
    public Part part(UsageCoverage usage) {
      return chosen;
    }
  }
}
