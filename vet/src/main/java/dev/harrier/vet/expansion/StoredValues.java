package dev.harrier.vet.expansion;

import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.ssa.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which functions and interface values an expansion has seen going into which memory. Code is
 * expanded in the order of its control flow, so what a call finds here was mostly stored before it.
 */
final class StoredValues {
  private static final int MAX_VALUES = 4;
  private final Map<Place, List<Bound>> values = new HashMap<>();

  void add(Place place, Bound value) {
    List<Bound> known = values.computeIfAbsent(place, _ -> new ArrayList<>());
    if (!known.contains(value) && known.size() < MAX_VALUES) {
      known.add(value);
    }
  }

  /** A struct is assigned as a whole: its fields go along. */
  void copy(Place from, Place to) {
    Map<Place, List<Bound>> copies = new HashMap<>();
    values.forEach((place, stored) -> {
      if (place.base().equals(from.base())
          && place.path().size() > from.path().size()
          && place.path().subList(0, from.path().size()).equals(from.path())) {
        List<Place.Step> path = new ArrayList<>(to.path());
        path.addAll(place.path().subList(from.path().size(), place.path().size()));
        copies.put(new Place(to.base(), path), stored);
      }
    });
    copies.forEach((place, stored) -> stored.forEach(value -> add(place, value)));
  }

  /** What was stored in an object, or in parts of it. */
  List<Bound> below(Place object) {
    List<Bound> found = new ArrayList<>();
    values.forEach((place, stored) -> {
      if (place.base().equals(object.base())
          && place.path().size() >= object.path().size()
          && place.path().subList(0, object.path().size()).equals(object.path())) {
        found.addAll(stored);
      }
    });
    return found;
  }

  List<Bound> at(Place place) {
    return List.copyOf(values.getOrDefault(place, List.of()));
  }

  /** Whether a value may be called, or have methods called on it that only the value shows. */
  static boolean isCallable(Bound value) {
    return switch (value.type().kind()) {
      case FUNCTION, INTERFACE -> !(value.value() instanceof Value.Constant);
      case BASIC, POINTER, SLICE, ARRAY, MAP, CHANNEL, STRUCT, TUPLE, OTHER ->
          value.value() instanceof Value.FunctionRef;
    };
  }
}
