package dev.harrier.bench.goker;

import dev.harrier.bench.process.Standing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The true leaks of each kernel, as the authors of Go's leak profile wrote them down: the function
 * that the goroutine was started with, and its state.
 */
final class KnownLeaks {
  private static final String LIST = "src/runtime/goroutineleakprofile_test.go";
  private static final Pattern KERNEL =
      Pattern.compile("make(?:Any|Flaky)?Test\\(\"(\\w+)\",([^\"]*?)((?:`[^`]*`,\\s*)*)\\)");

  /** The compiler's wrapper of a go statement with arguments; Go's own dumps leave it out. */
  private static final Pattern WRAPPER = Pattern.compile("\\.gowrap\\d+$");

  private static final Pattern QUOTED = Pattern.compile("`([^`]*)`");

  private final Map<String, List<Pattern>> leaks;

  private KnownLeaks(Map<String, List<Pattern>> leaks) {
    this.leaks = leaks;
  }

  /** Reads the list of this Go; an empty one where its tests are not installed. */
  static KnownLeaks of(Path goroot) throws IOException {
    Map<String, List<Pattern>> leaks = new HashMap<>();
    Path list = goroot.resolve(LIST);
    if (Files.exists(list)) {
      Matcher kernel = KERNEL.matcher(Files.readString(list));
      while (kernel.find()) {
        leaks.put(
            kernel.group(1),
            QUOTED
                .matcher(kernel.group(3))
                .results()
                .map(r -> Pattern.compile(r.group(1)))
                .toList());
      }
    }
    return new KnownLeaks(leaks);
  }

  /** Whether the list has this goroutine. */
  boolean has(String kernel, Standing goroutine) {
    String started =
        goroutine.frames().reversed().stream()
            .map(Standing.Frame::function)
            .filter(f -> !WRAPPER.matcher(f).find())
            .findFirst()
            .orElse("");
    String function = started.replaceFirst("^(main|goker)\\.", "") + "(...) ";
    // A writer that waits for another one stands, for Go, in the mutex inside the RWMutex.
    String inner = goroutine.state().replace("sync.RWMutex.Lock", "sync.Mutex.Lock");
    return leaks.getOrDefault(kernel, List.of()).stream()
        .anyMatch(p ->
            p.matcher(function + "[" + goroutine.state() + "]").find()
                || p.matcher(function + "[" + inner + "]").find());
  }
}
