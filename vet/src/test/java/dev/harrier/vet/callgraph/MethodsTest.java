package dev.harrier.vet.callgraph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.GoSource;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Type;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which methods a call through an interface may reach. */
final class MethodsTest {
  private static final String CODE =
      """
      type Runner interface{ Run(f func(int)); Stop() error }

      type Pool struct{}
      func (*Pool) Run(g func(int)) {}
      func (*Pool) Stop() error { return nil }

      type Inline struct{ n int }
      func (Inline) Run(func(int)) {}
      func (Inline) Stop() error { return nil }

      type NeverConverted struct{}
      func (NeverConverted) Run(func(int)) {}
      func (NeverConverted) Stop() error { return nil }

      type OtherSignature struct{}
      func (OtherSignature) Run(func(string)) {}
      func (OtherSignature) Stop() error { return nil }

      type Half struct{}
      func (Half) Run(func(int)) {}

      type embedding struct{ *Pool }

      func Use(r Runner) { r.Run(nil) }

      var All = []any{&Pool{}, Inline{}, OtherSignature{}, Half{}, embedding{}}
      """;

  @TempDir private Path directory;

  @Test
  void onlyConvertedTypesWithAllMethodsAndTheirSignaturesImplement() throws Exception {
    Program program = GoSource.program(directory, CODE);
    Type runner = GoSource.function(program, "m.Use").body().params().getFirst().type();
    List<String> found =
        new Methods(program).implementing(runner, "Run").stream().map(Function::name).toList();
    assertThat(found)
        .containsExactlyInAnyOrder("(*m.Pool).Run", "(m.Inline).Run", "(m.embedding).Run");
  }

  @Test
  void theMethodOfAKnownTypeIsFoundByName() throws Exception {
    Program program = GoSource.program(directory, CODE);
    Type pool = GoSource.function(program, "(*m.Pool).Run").body().params().getFirst().type();
    Methods methods = new Methods(program);
    assertThat(methods.of(pool, "Stop").map(Function::name)).contains("(*m.Pool).Stop");
    assertThat(methods.of(pool, "Start")).isEmpty();
    assertThat(Methods.simple("(m.Runner).Run")).isEqualTo("Run");
  }
}
