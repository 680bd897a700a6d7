package dev.harrier.analysis.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Site;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A fingerprint is stable when lines move, and another one when a place of the defect differs. */
final class FingerprintsTest {
  private static final List<String> SOURCE =
      """
      package app

      func lockBoth(a, b *sync.Mutex) {
      	a.Lock()
      	b.Lock()
      	b.Unlock()
      	a.Unlock()
      }

      func start() {
      	go lockBoth(&x, &y)
      	go lockBoth(&y, &x)
      	go lockBoth(&y, &x)
      }
      """
          .lines()
          .toList();

  private static final Site INNER = new Site("app.lockBoth", "/m/a.go", 5);
  private static final Site OUTER = new Site("app.lockBoth", "/m/a.go", 4);
  private static final Site FIRST_GO = new Site("app.start", "/m/a.go", 11);
  private static final Site SECOND_GO = new Site("app.start", "/m/a.go", 12);
  private static final Site THIRD_GO = new Site("app.start", "/m/a.go", 13);

  private static String of(List<String> source, Site where, Site createdAt, Site... others) {
    return new Fingerprints(_ -> source)
        .of("lock-order-deadlock", "lock order", where, createdAt, List.of(others));
  }

  private static Site moved(Site site, int lines) {
    return new Site(site.function(), "/elsewhere/b.go", site.line() + lines);
  }

  @Test
  void itStaysWhenLinesMoveAndFilesAreRenamed() {
    List<String> longer = new java.util.ArrayList<>(SOURCE);
    longer.addAll(1, List.of("", "// a comment", "var x, y sync.Mutex"));
    assertThat(of(longer, moved(INNER, 3), moved(FIRST_GO, 3), moved(OUTER, 3)))
        .isEqualTo(of(SOURCE, INNER, FIRST_GO, OUTER));
  }

  @Test
  void itDiffersWhereAnyPlaceDiffers() {
    String one = of(SOURCE, INNER, FIRST_GO, OUTER);
    assertThat(of(SOURCE, OUTER, FIRST_GO, OUTER)).as("where it shows").isNotEqualTo(one);
    assertThat(of(SOURCE, INNER, SECOND_GO, OUTER)).as("who began it").isNotEqualTo(one);
    assertThat(of(SOURCE, INNER, FIRST_GO, INNER)).as("another member").isNotEqualTo(one);
    assertThat(of(SOURCE, INNER, FIRST_GO)).as("a member less").isNotEqualTo(one);
  }

  @Test
  void equalLinesAreDistinguished() {
    assertThat(of(SOURCE, INNER, SECOND_GO)).isNotEqualTo(of(SOURCE, INNER, THIRD_GO));
  }

  @Test
  void theOtherPlacesAreASet() {
    assertThat(of(SOURCE, INNER, FIRST_GO, OUTER, SECOND_GO, OUTER))
        .isEqualTo(of(SOURCE, INNER, FIRST_GO, SECOND_GO, OUTER));
  }

  @Test
  void aCycleHasNoFirstPlace() {
    Fingerprints fingerprints = new Fingerprints(_ -> SOURCE);
    String one = fingerprints.ofCycle("global-deadlock", List.of(INNER, OUTER));
    assertThat(fingerprints.ofCycle("global-deadlock", List.of(OUTER, INNER, OUTER)))
        .isEqualTo(one);
    assertThat(fingerprints.ofCycle("global-deadlock", List.of(INNER))).isNotEqualTo(one);
    assertThat(fingerprints.ofCycle("global-deadlock", List.of(INNER, FIRST_GO))).isNotEqualTo(one);
  }

  @Test
  void withoutSourcesTheFunctionsDecide() {
    assertThat(of(List.of(), INNER, FIRST_GO)).isEqualTo(of(List.of(), OUTER, SECOND_GO));
    assertThat(of(List.of(), INNER, FIRST_GO)).isNotEqualTo(of(List.of(), FIRST_GO, INNER));
  }
}
