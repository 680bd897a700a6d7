package dev.harrier.explore.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not for a recording. */
final class SensitiveTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATH",
        "HOME",
        "LD_PRELOAD",
        "LD_LIBRARY_PATH",
        "GODEBUG",
        "GOFLAGS",
        "GOTRACEBACK",
        "GORACE",
        "GOROOT",
        "GOMAXPROCS",
        "CGO_CFLAGS",
        "HARRIER_CONTROL",
        "HARRIER_GIVEN",
        "TMPDIR",
        "GIT_SSH_COMMAND",
        "PROMPT_COMMAND",
        "SSH_ASKPASS",
        "BASH_ENV",
        "EDITOR",
        "PYTHONPATH",
        "NODE_OPTIONS",
        "JAVA_TOOL_OPTIONS",
        "TERM_SESSION_ID",
        "_",
        "",
        "A=B",
        "A\nB",
        "A\0"
      })
  void whatChoosesCodeIsNeverRecorded(String name) {
    assertThat(Sensitive.mayBeRecorded(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"WORKERS", "TZ", "LANG", "DATABASE_URL", "GO_WANT_HELPER", "GOOGLE_ID"})
  void settingsOfTheProgramAre(String name) {
    assertThat(Sensitive.mayBeRecorded(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "API_TOKEN",
        "STRIPE_KEY",
        "client_secret",
        "DB_PASSWORD",
        "PGPASS",
        "MYSQL_PWD",
        "AWS_CREDENTIALS",
        "BASIC_AUTH",
        "SENTRY_DSN"
      })
  void namesOfSecretsAreKnown(String name) {
    assertThat(Sensitive.isSecret(name, "1")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres://me:pass@db/x",
        "-----BEGIN RSA PRIVATE KEY-----\nx",
        "eyJhbGciOiJIUzI1NiJ9.e30.x"
      })
  void valuesOfSecretsAreKnown(String value) {
    assertThat(Sensitive.isSecret("A", value)).isTrue();
    assertThat(Sensitive.isSecret("A", "3")).isFalse();
    assertThat(Sensitive.isSecret("A", "x".repeat(5000))).isTrue();
  }

  @Test
  void filesOfSecretsAreKnown(@TempDir Path directory) throws Exception {
    for (String name : new String[] {".env", ".env.test", "server.key", "id_rsa", "my-token.txt"}) {
      Path file = Files.writeString(directory.resolve(name), "x");
      assertThat(Sensitive.isSecret(file, true)).as(name).isTrue();
    }
    Path file = Files.writeString(directory.resolve("input.txt"), "x");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(Sensitive.isSecret(file, true)).isFalse();
    assertThat(Sensitive.isSecret(file, false)).isTrue();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(Sensitive.isSecret(file, false)).isFalse();
    Path folder = Files.createDirectory(directory.resolve(".aws"));
    assertThat(Sensitive.isSecret(Files.writeString(folder.resolve("config"), "x"), true)).isTrue();
  }
}
