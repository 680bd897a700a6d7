package dev.harrier.vet.race;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of functions in SSA form, and in Go's own stacks. */
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
}
