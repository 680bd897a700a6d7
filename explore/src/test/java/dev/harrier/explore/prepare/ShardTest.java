package dev.harrier.explore.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ShardTest {
  /** A package declares some tests, and turns out to have others: examples, {@code -run}. */
  private record Declared(String name, int declared, int has) {
    List<String> tests() {
      return IntStream.range(0, has).mapToObj(i -> name + i).toList();
    }
  }

  private static final List<Declared> PACKAGES =
      List.of(
          new Declared("a", 7, 7),
          new Declared("b", 1, 0),
          new Declared("c", 12, 9),
          new Declared("d", 1, 3),
          new Declared("e", 40, 40));

  private static List<String> tests(Shard shard) {
    List<Shard.Piece> pieces = shard.pieces(PACKAGES, Declared::declared);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < PACKAGES.size(); i++) {
      List<String> here = pieces.get(i).of(PACKAGES.get(i).tests());
      assertThat(here.isEmpty() || pieces.get(i).isTouched()).isTrue();
      all.addAll(here);
    }
    return all;
  }

  @Test
  void allPartsTogetherAreEverythingInItsOrder() {
    List<String> everything = tests(Shard.WHOLE);
    assertThat(everything).hasSize(59);
    for (int count = 1; count <= 100; count++) {
      List<String> together = new ArrayList<>();
      for (int number = 1; number <= count; number++) {
        together.addAll(tests(new Shard(number, count)));
      }
      assertThat(together).isEqualTo(everything);
    }
  }

  @Test
  void partsAreOfTheSameSizeAndPackagesAreBuiltForFew() {
    long builds = 0;
    for (int number = 1; number <= 4; number++) {
      Shard shard = new Shard(number, 4);
      assertThat(tests(shard)).hasSizeBetween(13, 17);
      builds +=
          shard.pieces(PACKAGES, Declared::declared).stream()
              .filter(Shard.Piece::isTouched)
              .count();
    }
    assertThat(builds).isLessThanOrEqualTo(PACKAGES.size() + 4 - 1);
  }

  @Test
  void whatIsNoPartIsRefused() {
    assertThat(Shard.parse("3/10")).contains(new Shard(3, 10));
    for (String bad : List.of("0/3", "4/3", "3", "3/", "/3", "-1/3", "1/0", "a/b", "1/99999", "")) {
      assertThat(Shard.parse(bad)).as(bad).isEmpty();
    }
  }
}
