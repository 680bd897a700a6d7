package dev.harrier.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PrintableTest {
  @Test
  void whatControlsATerminalIsEscaped() {
    assertThat(Printable.text("a\u001b[31mb\u007f\u009bc\u202ed"))
        .isEqualTo("a\\x1b[31mb\\x7f\\u009bc\\u202ed");
    assertThat(Printable.text("tab\tand\nline\r")).isEqualTo("tab\tand\nline\\x0d");
    assertThat(Printable.line("one\nline")).isEqualTo("one\\x0aline");
    assertThat(Printable.line("Grüße, 世界")).isEqualTo("Grüße, 世界");
  }
}
