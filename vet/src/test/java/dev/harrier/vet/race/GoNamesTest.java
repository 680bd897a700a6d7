package dev.harrier.vet.race;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names in SSA form, and as Go prints them. */
final class GoNamesTest {
  @ParameterizedTest
  @CsvSource({
    "example.com/p.F, example.com/p.F",
    "example.com/p.F$1, example.com/p.F.func1",
    "example.com/p.F$1$2, example.com/p.F.func1.2",
    "(*example.com/p/q.T).M, example.com/p/q.(*T).M",
    "(*example.com/p/q.T).M$1$2, example.com/p/q.(*T).M.func1.2",
    "(example.com/p.T).M$3, example.com/p.T.M.func3",
    "(*example.com/p.T[example.com/q.U]).M, example.com/p.(*T[...]).M",
    "example.com/p.F[map[string]func(int)]$1, example.com/p.F[...].func1",
  })
  void areThoseOfGo(String ssa, String go) {
    assertThat(GoNames.of(ssa)).isEqualTo(go);
  }

  @ParameterizedTest
  @CsvSource({
    "example.com/p/q.T, T",
    "example.com/p.T, p.T",
    "sync.Mutex, sync.Mutex",
    "example.com/p/q.T[example.com/p.U], T[...]",
  })
  void ofTypesAreThoseThatThePackageWrites(String ssa, String go) {
    assertThat(GoNames.isTypeName(ssa)).isTrue();
    assertThat(GoNames.within("example.com/p/q", ssa)).isEqualTo(go);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"struct{mu sync.Mutex}", "chan struct{}", "[]p.T", "map[p.T]int", "func()", ""})
  void ofTypesAreNotTheirLiterals(String ssa) {
    assertThat(GoNames.isTypeName(ssa)).isFalse();
  }
}
