package dev.harrier.vet.callgraph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.GoSource;
import dev.harrier.vet.expansion.ExpansionContext;
import dev.harrier.vet.ssa.Program;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LaunchesTest {
  private static final String CODE =
      """
      import "sort"

      func start(f func()) { go f() }
      func inline(f func()) { f() }

      func Goes() (n int) { go func() { n++ }(); return n }
      func Passes() (n int) { start(func() { n++ }); return n }
      func Stores() (n int) { f := func() { n++ }; var g = []func(){f}; start(g[0]); return n }
      func Defers() (n int) { defer func() { n++ }(); start(nil); return n }
      func Sorts(s []int) (n int) {
        start(nil)
        sort.Slice(s, func(i, j int) bool { n++; return i < j })
        return n
      }
      func Inline() (n int) { inline(func() { n++ }); return n }
      """;

  @TempDir private Path directory;

  @Test
  void onlyClosuresThatAGoroutineMayRunAreLookedAt() throws Exception {
    Program program = GoSource.program(directory, CODE);
    ExpansionContext context = new ExpansionContext(program);
    assertThat(program.functions().stream().filter(f -> f.name().matches("m\\.[A-Z]\\w*")))
        .filteredOn(f -> context.mayShare(context.bindings().tree(f)))
        .extracting(f -> f.name().substring(2))
        .containsExactlyInAnyOrder("Goes", "Passes", "Stores");
  }
}
