package dev.harrier.explore.coverage;

import com.google.gson.Gson;
import dev.harrier.coverage.Covered;
import dev.harrier.coverage.Part;
import dev.harrier.coverage.Requirement;
import dev.harrier.model.trace.Site;
import dev.harrier.model.usage.ConcurrencyUsage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What explorations have covered, as text that can be kept and joined.
 *
 * @param sources digests of the files that it is about
 */
record CoverageDocument(Map<String, String> sources, List<Covered> covered) {
  private static final int VERSION = 1;
  private static final Gson GSON = new Gson();

  /** Nothing yet. */
  static final CoverageDocument NONE = new CoverageDocument(Map.of(), List.of());

  CoverageDocument {
    sources = Map.copyOf(sources);
    covered = List.copyOf(covered);
  }

  /** Members that may be missing in a damaged text. */
  private record Raw(
      int version, @Nullable Map<String, String> sources, @Nullable List<CoveredText> covered) {}

  /** Empty if it is damaged, or of another version. */
  static Optional<CoverageDocument> parse(String text) {
    try {
      Raw raw = GSON.fromJson(text, Raw.class);
      if (raw == null || raw.version != VERSION || raw.sources == null || raw.covered == null) {
        return Optional.empty();
      }
      return Optional.of(
          new CoverageDocument(raw.sources, raw.covered.stream().map(CoveredText::value).toList()));
    } catch (RuntimeException e) { // Gson has many words for a damaged record.
      return Optional.empty();
    }
  }

  String text() {
    return GSON.toJson(new Raw(VERSION, sources, covered.stream().map(CoveredText::of).toList()));
  }

  /** The files that it takes to know whether this still holds. */
  static Stream<String> files(Covered covered) {
    return Stream.concat(
        Stream.of(covered.usage().file()), covered.node().stream().map(Site::file));
  }

  /** Both together; where their sources differ, what is known of the newer ones. */
  CoverageDocument joined(CoverageDocument newer) {
    record Key(List<Site> node, ConcurrencyUsage usage) {}
    Map<String, String> all = new HashMap<>(sources);
    all.putAll(newer.sources);
    Map<Key, Covered> joined = new LinkedHashMap<>();
    Stream.concat(
            covered.stream()
                .filter(c -> files(c).allMatch(f -> Objects.equals(sources.get(f), all.get(f)))),
            newer.covered.stream())
        .forEach(c -> joined.merge(new Key(c.node(), c.usage()), c, CoverageDocument::joined));
    return new CoverageDocument(all, List.copyOf(joined.values()));
  }

  /** Whether another one says the same, in whatever order. */
  boolean covers(CoverageDocument other) {
    return sources.equals(other.sources) && Set.copyOf(covered).equals(Set.copyOf(other.covered));
  }

  private static Covered joined(Covered a, Covered b) {
    Set<Requirement> done = new HashSet<>(a.done());
    done.addAll(b.done());
    Set<Part> passable = new HashSet<>(a.passable());
    passable.addAll(b.passable());
    return new Covered(a.node(), a.usage(), done, passable);
  }
}
