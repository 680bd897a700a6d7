package dev.harrier.toolchain.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.usage.ConcurrencyUsage;
import dev.harrier.model.usage.UsageKind;
import dev.harrier.toolchain.driver.ToolchainException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class UsagesTest {
  private final Usages usages =
      new Usages(
          List.of(
              new ConcurrencyUsage(
                  "/there/m.go",
                  4,
                  UsageKind.SELECT,
                  List.of(
                      new ConcurrencyUsage.Case(Direction.SEND, 6),
                      new ConcurrencyUsage.Case(Direction.RECEIVE, 5)),
                  true,
                  Optional.empty()),
              new ConcurrencyUsage(
                  "/there/m.go",
                  12,
                  UsageKind.UNLOCK,
                  List.of(),
                  false,
                  Optional.of(new ConcurrencyUsage.Lines(10, 14)))),
          List.of("m.go:3: undefined: x"));

  @Test
  void theirTextHasAllOfThem() throws Exception {
    assertThat(Usages.parse(usages.text())).isEqualTo(usages);
    assertThatThrownBy(() -> Usages.parse("{}")).isInstanceOf(ToolchainException.class);
  }

  @Test
  void filesMayHaveOtherNames() {
    Usages here = usages.in(file -> file.replace("/there/", "/here/"));
    assertThat(here.all()).allSatisfy(usage -> assertThat(usage.file()).isEqualTo("/here/m.go"));
    assertThat(here.in(file -> file.replace("/here/", "/there/"))).isEqualTo(usages);
  }
}
