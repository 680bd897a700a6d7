package dev.harrier.vet.expansion;

import dev.harrier.vet.callgraph.Methods;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.ssa.Function;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which type an interface value of a root has, where several are possible. All calls on the value
 * must reach methods of one type, which paths do not show; so a root is expanded once for each type
 * of one such value.
 */
public final class Choices {
  private static final int MAX_TYPES = 3;

  private final Frame root;
  private final Optional<Choice> made;
  private final Map<Bound, List<String>> open = new LinkedHashMap<>();

  /** That a value has a type. */
  public record Choice(Bound value, String type) {}

  private Choices(Frame root, Optional<Choice> made) {
    this.root = root;
    this.made = made;
  }

  /** No choice yet. */
  static Choices none(Frame root) {
    return new Choices(root, Optional.empty());
  }

  static Choices of(Frame root, Choice made) {
    return new Choices(root, Optional.of(made));
  }

  /** The method of the type that was chosen for a value; empty if none was. */
  Optional<Function> choose(Bound value, List<Function> candidates) {
    return made.filter(choice -> choice.value().equals(value))
        .flatMap(choice ->
            candidates.stream()
                .filter(f -> Methods.receiver(f).filter(choice.type()::equals).isPresent())
                .findFirst());
  }

  /** Records that it would matter which type a value has. */
  void matters(Bound value, List<Function> candidates) {
    if (made.isEmpty()
        && value.frame() == root
        && candidates.size() > 1
        && candidates.size() <= MAX_TYPES) {
      open.putIfAbsent(
          value, candidates.stream().flatMap(f -> Methods.receiver(f).stream()).toList());
    }
  }

  /** The choices for the first value that it would matter for. */
  List<Choice> next() {
    return open.entrySet().stream()
        .limit(1)
        .flatMap(e -> e.getValue().stream().map(type -> new Choice(e.getKey(), type)))
        .toList();
  }
}
