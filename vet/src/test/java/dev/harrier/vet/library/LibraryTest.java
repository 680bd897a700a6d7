package dev.harrier.vet.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is known of code that is not looked into. */
final class LibraryTest {
  @Test
  void requireFailDoesNotReturnAndAssertFailDoes() {
    String testify = "github.com/stretchr/testify/";
    assertThat(Library.effect(testify + "require.Failf")).contains(new Effect.Ends());
    assertThat(Library.effect(testify + "assert.Failf")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"(*testing.common).Fatalf", "(testing.TB).Fatalf", "(testing.TB).SkipNow"})
  void aTestThatGivesUpDoesNotReturn(String name) {
    assertThat(Library.effect(name)).contains(new Effect.Ends());
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
  void typesOfTheStandardLibraryConnectNothingUnlessTheyAreConnections(
      String type, boolean connects) {
    assertThat(Library.mayConnect(type)).isEqualTo(connects);
  }

  @ParameterizedTest
  @CsvSource({"Close, true", "ShutdownWithTimeout, true", "gracefulStop, true", "Serve, false"})
  void aNameTellsWhetherACallEndsTheWorkOfOthers(String method, boolean ends) {
    assertThat(Library.endsOthers(method)).isEqualTo(ends);
  }

  @ParameterizedTest
  @CsvSource({
    "*log.Logger, true",
    "*log/slog.Logger, true",
    "*example.com/shop.Catalog, false",
    "example.com/blog.Post, false",
    "*example.com/logs.Writer, false"
  })
  void typesThatEverybodyHasAreKnownByTheirExactNames(String type, boolean shared) {
    assertThat(Library.isSharedByAll(type)).isEqualTo(shared);
  }

  @ParameterizedTest
  @CsvSource({"Disclose, false", "Enclosed, false", "CloseWrite, true", "stopAll, true"})
  void aWordOfANameCountsNotAPartOfAWord(String method, boolean ends) {
    assertThat(Library.endsOthers(method)).isEqualTo(ends);
  }

  @ParameterizedTest
  @CsvSource({
    "example.com/m/pipetest, true",
    "example.com/m/testutil, true",
    "example.com/m/latest, false",
    "example.com/contest/m, false"
  })
  void pathsOfPackagesForTests(String path, boolean forTests) {
    assertThat(Library.isForTests(path)).isEqualTo(forTests);
  }

  @Test
  void aLineThatIsNotUnderstoodIsAnError() {
    assertThatThrownBy(() -> LibraryFile.parse("lok (*sync.Mutex).Lock exclusive"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lok");
  }

  @Test
  void aNameThatIsThereTwiceIsAnError() {
    String line = "lock (*sync.Mutex).Lock exclusive\n";
    assertThatThrownBy(() -> LibraryFile.parse(line + line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("once");
  }
}
