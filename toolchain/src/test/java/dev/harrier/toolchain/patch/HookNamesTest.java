package dev.harrier.toolchain.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A name of the Go half means one thing, in whichever of the overlays it stands. */
final class HookNamesTest {
  private static final Path GO = Path.of("src", "main", "go");
  private static final Pattern TOP_LEVEL =
      Pattern.compile("(?m)^(?:func|var|const|type) (harrier\\w+)");
  private static final Pattern GROUP = Pattern.compile("(?ms)^(?:var|const|type) \\(\\n(.*?)^\\)");
  private static final Pattern IN_GROUP =
      Pattern.compile("(?m)^\\t(harrier\\w+(?:, harrier\\w+)*)");

  /** What the shared part asks of the two that use it. */
  private static final Set<String> ASKED = Set.of("harrierIsGivenUp", "harrierIsReclaimed");

  private static Set<String> declared(String... directories) throws IOException {
    Set<String> names = new TreeSet<>();
    for (String directory : directories) {
      try (Stream<Path> files = Files.list(GO.resolve(directory))) {
        for (Path file : files.toList()) {
          declaredIn(Files.readString(file), names);
        }
      }
    }
    return names;
  }

  private static void declaredIn(String source, Set<String> names) {
    TOP_LEVEL.matcher(source).results().forEach(m -> names.add(m.group(1)));
    Matcher group = GROUP.matcher(source);
    while (group.find()) {
      IN_GROUP
          .matcher(group.group(1))
          .results()
          .forEach(m -> names.addAll(List.of(m.group(1).split(", "))));
    }
  }

  @Test
  void theTwoRuntimesShareWhatIsShared() throws Exception {
    Set<String> shared = declared("shared");
    Set<String> recording = declared("runtime", "races");
    Set<String> production = declared("leaks");
    assertThat(shared).contains("harrierBlock", "harrierWalk", "harrierReclaimOne", "harrierLock");
    assertThat(recording).doesNotContainAnyElementsOf(shared);
    assertThat(production).doesNotContainAnyElementsOf(shared);
    recording.retainAll(production);
    assertThat(recording).isEqualTo(ASKED);
  }
}
