package dev.harrier.model.finding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LocationTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "queue_test.go",
        "mockbroker.go",
        "internal/mocks/client.go",
        "store_mock.go",
        "testutil/server.go",
        "test_helpers.go"
      })
  void codeThatOnlySupportsTests(String file) {
    assertThat(at(file).inTestSupport()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"broker.go", "latest/version.go", "hammock.go", "contest/round.go"})
  void codeOfTheProgram(String file) {
    assertThat(at(file).inTestSupport()).isFalse();
  }

  private static Location at(String file) {
    return new Location(file, 1, 1, "p.f", "p");
  }
}
