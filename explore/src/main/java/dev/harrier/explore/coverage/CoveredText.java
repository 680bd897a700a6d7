package dev.harrier.explore.coverage;

import dev.harrier.coverage.Covered;
import dev.harrier.coverage.Part;
import dev.harrier.coverage.Requirement;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.Site;
import dev.harrier.model.usage.ConcurrencyUsage;
import dev.harrier.model.usage.Effect;
import dev.harrier.model.usage.UsageKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Covered} as it is kept.
 *
 * @param cases {@code send.12} or {@code receive.13} for each
 * @param deferred first and last line of the function that defers it, or nothing
 * @param done such as {@code whole.BLOCKED}, {@code 0.NOP}, {@code default.NOP}
 */
record CoveredText(
    @Nullable List<Site> node,
    @Nullable String file,
    int line,
    @Nullable String kind,
    @Nullable List<String> cases,
    boolean hasDefault,
    @Nullable List<Integer> deferred,
    @Nullable List<String> done,
    @Nullable List<String> passable) {
  private static final String WHOLE = "whole";
  private static final String DEFAULT = "default";

  static CoveredText of(Covered covered) {
    ConcurrencyUsage usage = covered.usage();
    return new CoveredText(
        covered.node(),
        usage.file(),
        usage.line(),
        usage.kind().word(),
        usage.cases().stream().map(c -> c.direction().name() + "." + c.line()).toList(),
        usage.hasDefault(),
        usage.deferredIn().map(l -> List.of(l.first(), l.last())).orElse(List.of()),
        covered.done().stream()
            .map(r -> text(r.part()) + "." + r.effect().name())
            .sorted()
            .toList(),
        covered.passable().stream().map(CoveredText::text).sorted().toList());
  }

  private static String text(Part part) {
    return switch (part) {
      case Part.Whole _ -> WHOLE;
      case Part.Default _ -> DEFAULT;
      case Part.Case(int index) -> Integer.toString(index);
    };
  }

  /**
   * What it stands for.
   *
   * @throws IllegalArgumentException if it is damaged
   */
  Covered value() {
    List<Integer> lines = present(deferred);
    return new Covered(
        present(node).stream().map(CoveredText::site).toList(),
        new ConcurrencyUsage(
            fileName(file),
            line,
            UsageKind.of(present(kind)).orElseThrow(CoveredText::damaged),
            present(cases).stream().map(CoveredText::branch).toList(),
            hasDefault,
            lines.size() == 2
                ? Optional.of(new ConcurrencyUsage.Lines(lines.get(0), lines.get(1)))
                : Optional.empty()),
        present(done).stream().map(CoveredText::requirement).collect(Collectors.toSet()),
        Set.copyOf(present(passable).stream().map(CoveredText::part).toList()));
  }

  /** Gson puts null where something is missing, also into lists and records. */
  private static Site site(@Nullable Site kept) {
    Site site = present(kept);
    return new Site(present(site.function()), fileName(site.file()), site.line());
  }

  /**
   * One that a file can have: what no path can be is an {@link IllegalArgumentException} as well.
   */
  private static String fileName(@Nullable String kept) {
    String name = present(kept);
    Path _ = Path.of(name);
    return name;
  }

  private static ConcurrencyUsage.Case branch(String text) {
    String[] words = words(text);
    return new ConcurrencyUsage.Case(Direction.valueOf(words[0]), Integer.parseInt(words[1]));
  }

  private static Requirement requirement(String text) {
    String[] words = words(text);
    return new Requirement(part(words[0]), Effect.valueOf(words[1]));
  }

  private static Part part(String text) {
    return switch (text) {
      case WHOLE -> Part.WHOLE;
      case DEFAULT -> Part.DEFAULT;
      default -> new Part.Case(Integer.parseInt(text));
    };
  }

  private static String[] words(String text) {
    String[] words = text.split("\\.", -1);
    if (words.length != 2) {
      throw damaged();
    }
    return words;
  }

  private static <T> T present(@Nullable T value) {
    if (value == null) {
      throw damaged();
    }
    return value;
  }

  private static IllegalArgumentException damaged() {
    return new IllegalArgumentException("this is nothing that was covered");
  }
}
