package dev.harrier.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Value;
import org.junit.jupiter.api.Test;

final class ValuesTest {
  @Test
  void aValueIsShownAsTheProgramWritesIt() {
    assertThat(Values.of(new Value.Nil("*main.job"))).isEqualTo("nil");
    assertThat(Values.of(new Value.Truth("bool", true))).isEqualTo("true");
    assertThat(Values.of(new Value.Numeric("main.level", "-3"))).isEqualTo("-3");
    assertThat(Values.of(new Value.Numeric("time.Duration", "1500000"))).isEqualTo("1.5ms");
    assertThat(Values.of(new Value.Text("hi", 2))).isEqualTo("\"hi\"");
    assertThat(Values.of(new Value.Text("long", 120))).isEqualTo("\"long\"... (120 bytes)");
    assertThat(Values.of(new Value.Collection("[]int", 3))).isEqualTo("[]int of length 3");
    assertThat(Values.of(new Value.Opaque("main.job"))).isEqualTo("a main.job");
    assertThat(Values.of(new Value.Opaque("struct {}"))).isEqualTo("struct{}{}");
  }

  /** Whatever a string has, it stays in its line and its quotes. */
  @Test
  void aStringIsEscaped() {
    String text = "\"\\ \n\r\t\u001b[31m\u202e\u200f\u0085é";
    assertThat(Values.of(new Value.Text(text, 24)))
        .isEqualTo("\"\\\"\\\\ \\n\\r\\t\\x1b[31m\\u202e\\u200f\\x85é\"");
    assertThat(Values.of(new Value.Numeric("time.Duration", "no number"))).isEqualTo("no number");
  }
}
