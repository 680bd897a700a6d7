package dev.harrier.analysis.engine;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Fingerprints;
import dev.harrier.analysis.explain.Frames;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Sightings;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The findings of one trace. Drafts of the same rule at the same places about goroutines created at
 * the same place are one finding; the first one explains it, unless a later one is better proved.
 * Goroutines that wait elsewhere in a later one are added to it.
 */
final class Findings {
  /** More goroutines than this are not described one by one. */
  private static final int MOST_DESCRIBED = 16;

  private record Key(String rule, Site where, Site createdAt, Set<Site> others) {}

  private record Place(Participant.Part part, Site site) {}

  private final Frames frames;
  private final Fingerprints fingerprints;
  private final Map<Key, Finding> findings = new LinkedHashMap<>();

  Findings(AnalysisContext context) {
    this.frames = new Frames(context);
    this.fingerprints = new Fingerprints(context.sources());
  }

  /**
   * @param test its name
   */
  void add(Draft draft, String test) {
    Draft.Identity identity = draft.identity();
    Site where = frames.primary(identity.where(), identity.createdAt());
    Site createdAt = frames.creator(identity.createdAt());
    List<Site> others =
        identity.others().stream().map(this::site).filter(s -> !s.equals(where)).toList();
    Key key = new Key(draft.rule().id(), where, createdAt, Set.copyOf(others));
    Finding known = findings.get(key);
    if (known != null
        && (known.strength() != Strength.SUSPICIOUS || draft.strength() == Strength.SUSPICIOUS)) {
      findings.put(key, again(known, draft));
      return;
    }
    findings.put(
        key,
        new Finding(
            draft.rule(),
            draft.strength(),
            draft.defect(),
            Location.of(where),
            test,
            draft.explanation(),
            Witness.NONE,
            fingerprint(draft, where, createdAt, others),
            known == null ? Sightings.ONCE : known.sightings().plus(Sightings.ONCE)));
  }

  private String fingerprint(Draft draft, Site where, Site createdAt, List<Site> others) {
    String rule = draft.rule().id();
    if (draft.identity().isOfCycle()) {
      List<Site> places = new ArrayList<>(others);
      places.add(where);
      return fingerprints.ofCycle(rule, places);
    }
    return fingerprints.of(rule, draft.identity().operation(), where, createdAt, others);
  }

  private Site site(Stack stack) {
    return stack.frames().isEmpty() ? Site.UNKNOWN : frames.primary(stack);
  }

  /** Whether something that did happen involves all the objects of a prediction already. */
  boolean covers(Draft prediction) {
    Set<ObjectId> objects = ids(prediction.explanation().objects());
    return findings.values().stream()
        .filter(f -> f.strength() == Strength.OBSERVED)
        .anyMatch(f -> ids(f.objects()).containsAll(objects));
  }

  private static Set<ObjectId> ids(List<InvolvedObject> objects) {
    return objects.stream().map(InvolvedObject::id).collect(Collectors.toSet());
  }

  private Place place(Participant participant) {
    return new Place(participant.part(), frames.primary(participant.stack()));
  }

  /**
   * The finding, seen again, with the goroutines that stand where none stood in the same part
   * before.
   */
  private Finding again(Finding known, Draft draft) {
    List<Participant> all = new ArrayList<>(known.participants());
    Set<Place> places = new HashSet<>();
    all.forEach(p -> places.add(place(p)));
    for (Participant participant : draft.explanation().participants()) {
      if (all.size() < MOST_DESCRIBED && places.add(place(participant))) {
        all.add(participant);
      }
    }
    return known.with(known.explanation().with(all)).with(known.sightings().plus(Sightings.ONCE));
  }

  List<Finding> all() {
    return List.copyOf(findings.values());
  }
}
