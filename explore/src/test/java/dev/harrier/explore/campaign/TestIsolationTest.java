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
  private final TestIsolation company = new TestIsolation();
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
    TestIsolation.Member member = company.join(a1);
    assertThat(company.disturbed(member)).isFalse();
    company.leave(member);
    assertThat(company.join(a2)).isNotNull();
    assertThat(company.admits(a1)).isTrue();
    assertThat(company.notes()).isEmpty();
  }

  @Test
  void disturbedTestsOfAPackageRunOneAtATimeThenAlone() {
    TestIsolation.Member first = company.join(a1);
    TestIsolation.Member second = company.join(a2);
    assertThat(company.disturbed(first)).as("the other came later").isTrue();
    company.leave(first);
    assertThat(company.admits(a1)).isFalse();
    assertThat(company.admits(b)).isTrue();
    assertThat(company.wantsToBeAlone(a1)).isFalse();
    assertThat(company.notes())
        .singleElement()
        .asString()
        .contains("example.com/a")
        .contains("one at a time");

    TestIsolation.Member other = company.join(b);
    assertThat(company.disturbed(second)).isTrue();
    company.leave(second);
    assertThat(company.admits(a1)).isFalse();
    assertThat(company.wantsToBeAlone(a1)).isTrue();
    company.leave(other);
    assertThat(company.admits(a1)).isTrue();
    company.join(a1);
    assertThat(company.admits(b)).isFalse();
  }
}
