package dev.harrier.cli.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.toolchain.build.GoPackage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PackageStatesTest {
  private static GoPackage one(String name, String code, String... imports) {
    return new GoPackage("m/" + name, name, Path.of(name), true, List.of(), code, List.of(imports));
  }

  private static Map<String, String> states(String codeOfQueue) {
    return PackageStates.of(
        List.of(
            one("server", "1", "m/pool", "net/http"),
            one("pool", "2", "m/queue", "m/server"),
            one("queue", codeOfQueue, "sync"),
            one("text", "4", "strings")));
  }

  /** Imports of tests may go in a circle: a test of pool uses server here. */
  @Test
  void aPackageChangesWithWhatItImports() {
    Map<String, String> before = states("3");
    Map<String, String> after = states("33");
    assertThat(before).isEqualTo(states("3")).containsOnlyKeys(after.keySet());
    for (String path : List.of("m/server", "m/pool", "m/queue")) {
      assertThat(after.get(path)).as(path).isNotEqualTo(before.get(path));
    }
    assertThat(after.get("m/text")).isEqualTo(before.get("m/text"));
  }
}
