package dev.harrier.ide.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.report.store.KeptLines;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Lines that are followed through edits. */
final class PlaceTest {
  private static final KeptLines KEPT =
      new KeptLines(
          Map.of("a.go", new TreeMap<>(Map.of(2, "\tmu.Lock()", 3, "\tch <- 1", 4, "}"))));

  private static Place place(String... now) {
    return Place.of(KEPT, "a.go", 3, List.of(now));
  }

  @Test
  void aLineThatIsWhereItWasIsUnchangedAlsoIfItsIndentationIsNot() {
    assertThat(place("x", "y", "ch <- 1")).isEqualTo(new Place(Place.State.UNCHANGED, 3));
  }

  @Test
  void aLineIsFollowed() {
    assertThat(place("\tch <- 1")).isEqualTo(new Place(Place.State.MOVED, 1));
    assertThat(place("", "", "", "", "", "\tch <- 1")).isEqualTo(new Place(Place.State.MOVED, 6));
  }

  @Test
  void ofEqualLinesTheOneWithItsNeighborsCountsThenTheNearest() {
    assertThat(place("", "ch <- 1", "", "", "", "mu.Lock()", "ch <- 1", "}"))
        .isEqualTo(new Place(Place.State.MOVED, 7));
    assertThat(place("ch <- 1", "ch <- 1", "")).isEqualTo(new Place(Place.State.MOVED, 2));
  }

  @Test
  void whatIsFoundNowhereHasChanged() {
    assertThat(place("a")).isEqualTo(new Place(Place.State.CHANGED, 1));
    assertThat(place()).isEqualTo(new Place(Place.State.CHANGED, 1));
    assertThat(Place.of(KEPT, "b.go", 3, List.of("a")))
        .isEqualTo(new Place(Place.State.UNKNOWN, 1));
  }
}
