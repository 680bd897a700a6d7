package dev.harrier.toolchain.run;

import dev.harrier.toolchain.run.TestResult.TracedProcess;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which trace is that of which executable that the wrapper kept.
 *
 * <p>The wrapper names an executable by its own process. That is the process of the test, unless a
 * runner starts the test as its child: then the first process that was started from the path that
 * the wrapper noted is the test's, and what the test started from it comes later.
 */
final class KeptExecutables {
  private static final String PATH = ".path";

  private final Path directory;
  private final List<TraceOrigin> traces;
  private final Map<Long, TraceOrigin> leaders = new TreeMap<>();
  private final Map<Long, String> paths = new TreeMap<>();

  private KeptExecutables(Path directory, List<TraceOrigin> traces) {
    this.directory = directory;
    this.traces = traces;
  }

  static KeptExecutables of(Path directory, List<TraceOrigin> traces) throws IOException {
    KeptExecutables kept = new KeptExecutables(directory, traces);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(PATH)) {
          long pid = Long.parseLong(name.substring(0, name.length() - PATH.length()));
          kept.paths.put(pid, Files.readString(file));
        } else {
          kept.paths.putIfAbsent(Long.parseLong(name), "");
        }
      }
    }
    kept.lead();
    return kept;
  }

  private void lead() {
    for (TraceOrigin trace : traces) {
      if (paths.containsKey(trace.pid())) {
        leaders.put(trace.pid(), trace);
      }
    }
    for (Map.Entry<Long, String> path : paths.entrySet()) {
      if (!leaders.containsKey(path.getKey())) {
        traces.stream()
            .filter(trace -> trace.executable().equals(path.getValue()))
            .filter(trace -> !leaders.containsValue(trace))
            .min(Comparator.comparingLong(TraceOrigin::start))
            .ifPresent(trace -> leaders.put(path.getKey(), trace));
      }
    }
  }

  /** The processes of the wrapper. */
  Set<Long> pids() {
    return paths.keySet();
  }

  /** The trace of the test that this process of the wrapper led to. */
  Optional<TraceOrigin> leader(long pid) {
    return Optional.ofNullable(leaders.get(pid));
  }

  /** One for each trace. */
  List<TracedProcess> processes() {
    Map<String, Path> byPath = new HashMap<>();
    leaders.forEach((pid, trace) -> byPath.put(trace.executable(), executable(pid)));
    List<TracedProcess> processes = new ArrayList<>();
    for (TraceOrigin trace : traces) {
      Optional<Path> executable = Optional.ofNullable(byPath.get(trace.executable()));
      boolean child = executable.isPresent() && !leaders.containsValue(trace);
      processes.add(new TracedProcess(trace.path(), executable, child));
    }
    return processes;
  }

  private Path executable(long pid) {
    return directory.resolve(Long.toString(pid));
  }
}
