package dev.harrier.tracing.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.BlockReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The hooks that write, the reader and the specification have the same numbers for reasons, kinds
 * and statuses. Those of records have a test next to the hooks.
 */
final class CodesTest {
  private static final Path HOOKS = Path.of("../toolchain/src/main/go");

  private static List<MatchResult> matches(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().toList();
  }

  /** The constants that begin so, in their order from 1. */
  private static List<String> counted(String file, String prefix) throws IOException {
    String source = Files.readString(HOOKS.resolve(file));
    int start = source.indexOf("\t" + prefix);
    List<String> names = new ArrayList<>();
    for (String line : source.substring(start, source.indexOf("\n)", start)).split("\n")) {
      names.add(line.strip().replaceFirst(" .*", ""));
    }
    assertThat(source.substring(start)).startsWith("\t" + names.getFirst() + " = iota + 1");
    return names;
  }

  /** The line of the specification that begins so, by number. */
  private static Map<Integer, String> specified(String title) throws IOException {
    String text = Files.readString(Path.of("../docs/internals/trace-format.md"));
    int start = text.indexOf(title);
    String list = text.substring(start, text.indexOf("\n\n", start)).split("\n[A-Z]", 2)[0];
    Map<Integer, String> names = new TreeMap<>();
    for (MatchResult entry : matches("(\\d+) ([a-zA-Z][\\w./ ]*\\w)", list)) {
      names.put(Integer.valueOf(entry.group(1)), entry.group(2));
    }
    return names;
  }

  private static void same(List<String> hooks, IntFunction<? extends Enum<?>> codes) {
    for (int code = 1; code <= hooks.size(); code++) {
      String name = hooks.get(code - 1);
      String read = codes.apply(code).name().replace("_", "").toLowerCase(Locale.ROOT);
      if (!name.equals("_")) {
        // The hooks say "syscalling" and "stall".
        assertThat(read.substring(0, Math.min(5, read.length())))
            .as("%d %s", code, name)
            .isEqualTo(name.toLowerCase(Locale.ROOT).substring(0, Math.min(5, read.length())));
      }
    }
    assertThat(codes.apply(hooks.size() + 1)).isSameAs(codes.apply(0));
  }

  /** The hooks number them as the enumeration has them. */
  @Test
  void ofWaitReasons() throws IOException {
    Map<Integer, String> specified = specified("Wait reasons:");
    BlockReason[] reasons = BlockReason.values();
    assertThat(specified).hasSize(reasons.length);
    specified.forEach((code, name) -> {
      assertThat(Codes.blockReason(code)).isEqualTo(reasons[code - 1]);
      String read = reasons[code - 1].name().replace("_", "").toLowerCase(Locale.ROOT);
      assertThat(name.replaceAll("[ ./]", "").toLowerCase(Locale.ROOT)).startsWith(read);
    });
    assertThat(Codes.blockReason(reasons.length + 1)).isEqualTo(BlockReason.OTHER);
  }

  @Test
  void ofCheckpoints() throws IOException {
    List<String> hooks =
        counted("runtime/checkpoint.go", "harrierAt").stream()
            .map(name -> name.replace("harrierAt", ""))
            .toList();
    same(hooks, Codes::checkpointReason);
    assertThat(specified("Checkpoint reasons:")).hasSameSizeAs(hooks);
  }

  @Test
  void ofStatuses() throws IOException {
    List<String> hooks =
        counted("runtime/checkpoint.go", "harrierRunning").stream()
            .map(name -> name.replace("harrier", ""))
            .toList();
    same(hooks, Codes::status);
  }

  @Test
  void ofObjects() throws IOException {
    Map<Integer, String> specified = specified("Object kinds:");
    specified.forEach((code, name) ->
        assertThat(Codes.objectKind(code).name().replace("_", " ").toLowerCase(Locale.ROOT))
            .isEqualTo(name));
    String source =
        Files.readString(HOOKS.resolve("sync/hooks.go"))
            + Files.readString(HOOKS.resolve("runtime/locks.go"))
            + Files.readString(HOOKS.resolve("runtime/timers.go"));
    List<MatchResult> constants = matches("harrier(\\w+?)(?:Kind|Object)\\s+= (\\d+)", source);
    assertThat(constants).hasSizeGreaterThan(5);
    for (MatchResult constant : constants) {
      assertThat(constant.group(1).toLowerCase(Locale.ROOT))
          .isEqualTo(
              String.valueOf(specified.get(Integer.valueOf(constant.group(2)))).replace(" ", ""));
    }
  }
}
