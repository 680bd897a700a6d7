package dev.harrier.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Site;
import org.junit.jupiter.api.Test;

final class SiteTest {
  @Test
  void packagePathEndsBeforeTheFirstDotAfterTheLastSlash() {
    assertThat(new Site("example.com/a.b/pkg.(*T).Method.func1", "f.go", 1).packagePath())
        .isEqualTo("example.com/a.b/pkg");
    assertThat(new Site("main.main", "f.go", 1).packagePath()).isEqualTo("main");
  }

  @Test
  void packagePathUndoesTheLinkersEscapeOfDotsInTheLastElement() {
    assertThat(new Site("gopkg.in/yaml%2ev3.Marshal", "f.go", 1).packagePath())
        .isEqualTo("gopkg.in/yaml.v3");
  }
}
