package dev.harrier.explore.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which operations of a goroutine are which of a changed one. */
final class AlignmentTest {
  private static List<Integer> images(List<String> one, List<String> other) {
    Alignment alignment = new Alignment(one, other);
    return IntStream.range(0, one.size()).mapToObj(alignment::of).toList();
  }

  @Test
  void operationsThatAreAddedMoveTheOthers() {
    assertThat(images(List.of("lock", "send", "unlock"), List.of("lock", "lock", "send", "unlock")))
        .containsExactly(0, 2, 3);
  }

  @Test
  void operationsThatAreGoneHaveNoImage() {
    assertThat(images(List.of("lock", "send", "unlock", "receive"), List.of("send", "receive")))
        .containsExactly(-1, 0, -1, 1);
  }

  @Test
  void theNthTimeIsTheNthTime() {
    assertThat(images(List.of("a", "b", "a", "b"), List.of("a", "x", "b", "a", "b")))
        .containsExactly(0, 2, 3, 4);
  }

  @Test
  void closuresKeepTheirNameWhenOthersAreAdded() {
    assertThat(FunctionNames.stable("example.com/m.(*T).Run.func2.1"))
        .isEqualTo(FunctionNames.stable("example.com/m.(*T).Run.func3.1"))
        .isNotEqualTo(FunctionNames.stable("example.com/m.(*T).Stop.func2.1"));
  }
}
