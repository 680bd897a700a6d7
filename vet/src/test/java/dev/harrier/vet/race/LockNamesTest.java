package dev.harrier.vet.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.report.words.Steps;
import dev.harrier.vet.GoSource;
import dev.harrier.vet.race.RaceReport.Considered;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks in reports have the names that the source gives them. */
final class LockNamesTest {
  @TempDir private Path directory;

  private static final String DECLARATIONS =
      """
      import "sync"
      type T struct { mu sync.Mutex }
      type G[E any] struct { mu sync.Mutex; e E }
      var global struct { mu sync.Mutex }
      var pool sync.Pool
      func newT() *T { return &T{} }
      func pooled() *T { return pool.Get().(*T) }
      func (t *T) do(f func()) { t.mu.Lock(); f(); t.mu.Unlock() }
      func do(mu sync.Locker, f func()) { mu.Lock(); f(); mu.Unlock() }
      """;

  private String lockIn(String code) throws Exception {
    List<RaceReport> races =
        VetAnalysis.in(GoSource.program(directory, DECLARATIONS + code)).races();
    assertThat(races).hasSize(1);
    RaceReport race = races.getFirst();
    assertThat(Steps.of(FindingMapper.of(race).explanation().steps().get(1)))
        .contains(", holding ");
    String lock = race.first().held().getFirst().name();
    assertThat(race.considered()).contains(new Considered.HeldByOne(true, lock));
    return lock;
  }

  private String lockOf(String declaration, String lock) throws Exception {
    return lockIn(
        """
        func F() {
        	%s
        	x := 0
        	go func() { %s.Lock(); x = 1; %s.Unlock() }()
        	go func() { println(x) }()
        }
        """
            .formatted(declaration, lock, lock));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t := T{}",
        "t := &T{}",
        "t := new(T)",
        "t := newT()",
        "t := pooled()",
        "t := pool.Get().(*T)",
        "t, _ := pool.Get().(*T)",
        "t := &G[int]{}",
        "t := struct { mu sync.Mutex }{}",
      })
  void aFieldIsNamedByItsVariable(String declaration) throws Exception {
    assertThat(lockOf(declaration, "t.mu")).isEqualTo("t.mu");
  }

  @Test
  void aLockIsNamedByItsVariable() throws Exception {
    assertThat(lockOf("mu := new(sync.Mutex)", "mu")).isEqualTo("mu");
    assertThat(lockOf("", "global.mu")).isEqualTo("global.mu");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t := &T{}",
        "t := new(T)",
        "t := newT()",
        "t := pooled()",
        "t := pool.Get().(*T)"
      })
  void aValueIsNamedByTheVariableThatHasIt(String declaration) throws Exception {
    assertThat(
            lockIn(
                "func F() { x := 0; %s; go t.do(func() { x = 1 }); println(x) }"
                    .formatted(declaration)))
        .isEqualTo("t.mu");
  }

  @Test
  void fieldsOfReceiversAreNamed() throws Exception {
    assertThat(
            lockIn(
                """
                func (r *T) F() {
                	x := 0
                	go func() { r.mu.Lock(); x = 1; r.mu.Unlock() }()
                	go func() { println(x) }()
                }
                """))
        .isEqualTo("r.mu");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(&T{})", "new(T)", "pooled()", "pool.Get().(*T)"})
  void whatHasNoVariableIsNamedByItsType(String value) throws Exception {
    String code = "func F() { x := 0; go " + value + ".do(func() { x = 1 }); println(x) }";
    assertThat(lockIn(code)).isEqualTo("T.mu");
  }

  @Test
  void aLockWithoutAVariableIsNamedByItsType() throws Exception {
    assertThat(lockIn("func F() { x := 0; go do(&sync.Mutex{}, func() { x = 1 }); println(x) }"))
        .isEqualTo("sync.Mutex");
  }
}
