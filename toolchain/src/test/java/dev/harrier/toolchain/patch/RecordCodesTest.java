package dev.harrier.toolchain.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.tracing.wire.FileHeader;
import dev.harrier.tracing.wire.RecordKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The hooks that write, the reader and the specification have the same codes of records. */
final class RecordCodesTest {
  private static final Pattern CONSTANT =
      Pattern.compile("(?m)^\\tharrier(\\w+?)K?\\s+= (0x[0-9a-f]{2})$");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (0x[0-9a-f]{2}) \\| (\\w+) \\|");

  private static Map<Integer, String> read() {
    TreeMap<Integer, String> codes = new TreeMap<>();
    Arrays.stream(RecordKind.values())
        .filter(kind -> !kind.name().startsWith("UNKNOWN"))
        .forEach(kind -> codes.put(kind.code(), kind.name()));
    return codes;
  }

  @Test
  void ofTheHooks() throws Exception {
    TreeMap<Integer, String> written = new TreeMap<>();
    Matcher constant = CONSTANT.matcher(HookSources.read("runtime/emit.go"));
    while (constant.find()) {
      written.put(Integer.decode(constant.group(2)), constant.group(1));
    }
    assertThat(written).containsOnlyKeys(read().keySet());
    Matcher inSync =
        Pattern.compile("harrier(\\w+)Record\\s+= (0x[0-9a-f]{2})")
            .matcher(HookSources.read("sync/hooks.go"));
    int found = 0;
    while (inSync.find()) {
      assertThat(written).containsEntry(Integer.decode(inSync.group(2)), inSync.group(1));
      found++;
    }
    assertThat(found).isEqualTo(3);
  }

  @Test
  void theVersionOfTheSpecification() throws Exception {
    assertThat(Files.readString(Path.of("../docs/internals/trace-format.md")))
        .startsWith("# The trace format, version 1.%d\n".formatted(FileHeader.MINOR_VERSION))
        .contains("minor, major version (%d, 1)".formatted(FileHeader.MINOR_VERSION));
  }

  @Test
  void ofTheSpecification() throws Exception {
    TreeMap<Integer, String> specified = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("../docs/internals/trace-format.md")));
    while (row.find()) {
      specified.put(Integer.decode(row.group(1)), row.group(2));
    }
    assertThat(specified).containsOnlyKeys(read().keySet());
    specified.forEach((code, name) -> {
      String kind = String.valueOf(read().get(code)).replace("_", "").toLowerCase(Locale.ROOT);
      assertThat(kind.replace("goroutinestate", "gstate").replace("goroutine", "g"))
          .isEqualTo(name.toLowerCase(Locale.ROOT));
    });
  }
}
