package dev.harrier.model.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SecretsTest {
  @Test
  void usersAndPasswordsOfUrlsAreHidden() {
    assertThat(
            Secrets.hidden(
                List.of(
                    "nats://u:secret@h:4222/name",
                    "--campaign=tls://secret@h/name",
                    "nats://u:secret@a,u:secret@b/name",
                    "nats://u:se/cr@et@h/name",
                    "-dsn=postgres://u:sec,ret@h/db",
                    "nats://u:sec\nret@h")))
        .containsExactly(
            "nats://***@h:4222/name",
            "--campaign=tls://***@h/name",
            "nats://***@b/name",
            "nats://***@h/name",
            "-dsn=postgres://***@h/db",
            "nats://***@h");
  }

  @Test
  void otherWordsStayAsTheyAre() {
    List<String> words = List.of("fuzz", "-run=a@b", "nats://h:4222/name", "./...");
    assertThat(Secrets.hidden(words)).isEqualTo(words);
  }
}
