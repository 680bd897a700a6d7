package dev.harrier.explore.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.toolchain.run.Runner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TestIsolationTest {
  private final TestIsolation isolation = new TestIsolation();
  private final Target a1 = target("example.com/a", "TestOne");
  private final Target a2 = target("example.com/a", "TestTwo");
  private final Target b = target("example.com/b", "TestOne");

  private static Target target(String path, String test) {
    Program program =
        new Program(path, Path.of(path), new Runner(List.of()), Path.of("."), "", Map.of());
    return new Target.OneTest(program, test, "", List.of());
  }

  @Test
  void whoeverWasAloneCannotHaveBeenDisturbed() {
    TestIsolation.Member member = isolation.join(a1);
    assertThat(isolation.disturbed(member)).isFalse();
    isolation.leave(member);
    assertThat(isolation.join(a2)).isNotNull();
    assertThat(isolation.admits(a1)).isTrue();
    assertThat(isolation.notes()).isEmpty();
  }

  @Test
  void disturbedTestsOfAPackageRunOneAtATimeThenAlone() {
    TestIsolation.Member first = isolation.join(a1);
    TestIsolation.Member second = isolation.join(a2);
    assertThat(isolation.disturbed(first)).as("the other came later").isTrue();
    isolation.leave(first);
    assertThat(isolation.admits(a1)).isFalse();
    assertThat(isolation.admits(b)).isTrue();
    assertThat(isolation.wantsToBeAlone(a1)).isFalse();
    assertThat(isolation.notes())
        .singleElement()
        .asString()
        .contains("example.com/a")
        .contains("one at a time");

    TestIsolation.Member other = isolation.join(b);
    assertThat(isolation.disturbed(second)).isTrue();
    isolation.leave(second);
    assertThat(isolation.admits(a1)).isFalse();
    assertThat(isolation.wantsToBeAlone(a1)).isTrue();
    isolation.leave(other);
    assertThat(isolation.admits(a1)).isTrue();
    isolation.join(a1);
    assertThat(isolation.admits(b)).isFalse();
  }
}
