package dev.harrier.analysis.engine;

import dev.harrier.analysis.story.AnalysisContext;
import dev.harrier.analysis.story.Fingerprints;
import dev.harrier.analysis.story.Frames;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Words;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.ObjectStory;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The findings of one trace. Reports of the same rule at the same place about goroutines created at
 * the same place are one finding; the first one tells the story, unless a later one is better
 * proved. Goroutines that wait elsewhere in a later one are added to it.
 */
final class Findings {
  /** More goroutines than this help nobody. */
  private static final int MOST_TOLD = 16;

  private record Key(String rule, Site where, Site createdAt) {}

  private final AnalysisContext context;
  private final Frames frames;
  private final Fingerprints fingerprints;
  private final Map<Key, Finding> findings = new LinkedHashMap<>();

  Findings(AnalysisContext context) {
    this.context = context;
    this.frames = new Frames(context);
    this.fingerprints = new Fingerprints(context.sources());
  }

  void add(Report report, Words words) {
    Site where = frames.primary(report.where(), report.createdAt());
    Site createdAt =
        report.createdAt().frames().isEmpty() ? Site.UNKNOWN : frames.primary(report.createdAt());
    Key key = new Key(report.rule().id(), where, createdAt);
    Finding known = findings.get(key);
    if (known != null
        && (known.strength() != Strength.SUSPICIOUS || report.strength() == Strength.SUSPICIOUS)) {
      findings.put(key, Folding.again(known, newcomers(known, report)));
      return;
    }
    String test = words.test(report.test());
    Location location = Location.of(where);
    Finding finding =
        new Finding(
            report.rule(),
            report.strength(),
            report.message(),
            location,
            test,
            report.goroutines(),
            report.objects(),
            report.steps(),
            context.witness().of(location.packagePath(), test),
            report.evidence(),
            fingerprints.of(report.rule().id(), report.kind(), where, createdAt),
            known == null ? 1 : known.count() + 1);
    findings.put(key, finding);
  }

  /** Whether something that did happen involves all the objects of a prediction already. */
  boolean tellsOf(Report prediction) {
    Set<ObjectId> objects = ids(prediction.objects());
    return findings.values().stream()
        .filter(f -> f.strength() == Strength.OBSERVED)
        .anyMatch(f -> ids(f.objects()).containsAll(objects));
  }

  private static Set<ObjectId> ids(List<ObjectStory> stories) {
    return stories.stream().map(ObjectStory::id).collect(Collectors.toSet());
  }

  private record Place(String role, Site site) {}

  private Place place(GoroutineStory story) {
    return new Place(story.role(), frames.primary(story.stack()));
  }

  /**
   * The goroutines of one more occurrence that stand where none stood in the same role in the
   * former ones.
   */
  private List<GoroutineStory> newcomers(Finding known, Report report) {
    List<GoroutineStory> newcomers = new ArrayList<>();
    Set<Place> places = new HashSet<>();
    known.goroutines().forEach(g -> places.add(place(g)));
    for (GoroutineStory story : report.goroutines()) {
      int told = known.goroutines().size() + newcomers.size();
      if (told < MOST_TOLD && places.add(place(story))) {
        newcomers.add(story);
      }
    }
    return newcomers;
  }

  List<Finding> all() {
    return List.copyOf(findings.values());
  }
}
