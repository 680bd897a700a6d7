package dev.harrier.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RecordsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{",
        "nothing",
        "\"text\"",
        "{\"executions\":9e99}",
        "{\"schedules\":[null]}",
        "{\"modules\":[{}],\"targets\":[]}",
        "\u0000"
      })
  void whatNoHarrierWroteIsASentence(String text) {
    assertForeign(() -> Records.target(text));
    assertForeign(() -> Records.found(text));
    assertForeign(() -> Records.terms(text));
    assertForeign(() -> Records.built(text));
    assertForeign(() -> Records.work(text));
  }

  private static void assertForeign(Reading reading) {
    assertThatThrownBy(reading::read)
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining("no Harrier wrote");
  }

  private interface Reading {
    Object read() throws IOException;
  }

  @Test
  void whatWasWrittenIsRead() throws Exception {
    Records.Target target = Records.Target.fresh("m.TestA", 4);
    assertThat(Records.target(Records.text(target))).contains(target);
    Records.Found found = Records.Found.fresh("m.TestA", "me", 0).in(List.of("m.TestB"));
    assertThat(Records.found(Records.text(found))).contains(found);
    Records.Work work = new Records.Work(target, 3, 4);
    assertThat(Records.work(Records.text(work))).isEqualTo(work);
    assertThat(Records.target("")).isEmpty();
  }
}
