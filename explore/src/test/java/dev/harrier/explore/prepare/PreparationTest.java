package dev.harrier.explore.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PreparationTest {
  @Test
  void packagesShareNoExecutable() {
    List<String> paths =
        List.of("example.com/a/b", "example.com/a_b", "example.com/a~b", "example.com/a~5fb");
    assertThat(paths.stream().map(Preparation::executableName)).doesNotHaveDuplicates();
    assertThat(Preparation.executableName("example.com/a/b-c")).isEqualTo("example.com_a_b-c");
  }
}
