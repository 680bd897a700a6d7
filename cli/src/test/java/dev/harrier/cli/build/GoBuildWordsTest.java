package dev.harrier.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class GoBuildWordsTest {
  private static GoBuildWords words(String text) {
    return new GoBuildWords(List.of(text.split(" ")));
  }

  @Test
  void theLastValueOfAFlagCounts() {
    assertThat(words("-o a -race --o=b ./cmd").value("o")).contains("b");
    assertThat(words("-v -trimpath ./cmd -o a").value("o")).isEmpty();
    assertThat(words("-ldflags -overlay -o a .").value("overlay")).isEmpty();
  }

  @Test
  void aFlagGoesWithItsValue() {
    assertThat(words("-overlay x -race -overlay=y ./cmd").without("overlay").all())
        .containsExactly("-race", "./cmd");
  }

  @Test
  void theDirectoryStaysInFront() {
    assertThat(words("-C d -o a .").with("-overlay=x"))
        .containsExactly("-C", "d", "-overlay=x", "-o", "a", ".");
    assertThat(words("-o a .").with("-overlay=x")).containsExactly("-overlay=x", "-o", "a", ".");
  }
}
