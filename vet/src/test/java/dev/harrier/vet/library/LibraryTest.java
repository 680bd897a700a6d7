package dev.harrier.vet.callgraph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is known of code that is not looked into. */
final class LibraryModelTest {
  @Test
  void requireFailDoesNotReturnAndAssertFailDoes() {
    String testify = "github.com/stretchr/testify/";
    assertThat(LibraryModel.effect(testify + "require.Failf")).contains(new Effect.Ends());
    assertThat(LibraryModel.effect(testify + "assert.Failf")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"(*testing.common).Fatalf", "(testing.TB).Fatalf", "(testing.TB).SkipNow"})
  void aTestThatGivesUpDoesNotReturn(String name) {
    assertThat(LibraryModel.effect(name)).contains(new Effect.Ends());
  }

  @ParameterizedTest
  @CsvSource({
    "*net/http.Server, true",
    "io.Reader, true",
    "*example.com/m.Pool[int], true",
    "*bytes.Buffer, false",
    "error, false",
    "[]byte, false"
  })
  void typesOfTheStandardLibraryConnectNobodyUnlessTheyAreConnections(
      String type, boolean connects) {
    assertThat(LibraryModel.mayConnect(type)).isEqualTo(connects);
  }

  @ParameterizedTest
  @CsvSource({"Close, true", "ShutdownWithTimeout, true", "gracefulStop, true", "Serve, false"})
  void aNameTellsWhetherACallEndsTheWorkOfOthers(String method, boolean ends) {
    assertThat(LibraryModel.endsOthers(method)).isEqualTo(ends);
  }
}
