package dev.harrier.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StackTextTest {
  @ParameterizedTest
  @CsvSource({
    "main.main, main.main",
    "example.com/a/b.(*T).Method.func1, b.(*T).Method.func1",
    "github.com/nats-io/nats%2ego.(*Conn).close, nats.go.(*Conn).close",
    "example.com/a/b.Map[go.shape.int], b.Map[go.shape.int]",
    "example.com/a/b.Map[example.com/c.T], b.Map[example.com/c.T]"
  })
  void functionsAreShownByTheLastPartOfTheirPackage(String function, String shown) {
    assertThat(StackText.shortName(function)).isEqualTo(shown);
  }
}
