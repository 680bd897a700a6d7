package dev.harrier.explore.worker;

import dev.harrier.base.text.Plurals;
import dev.harrier.explore.execute.Snapshot;
import dev.harrier.explore.target.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How executions are started, and of which programs no snapshot can be taken. Thread-safe. */
public final class StartNotes {
  private final Start start;
  private final Map<String, Snapshot.Obstacle> refused = new TreeMap<>();

  public StartNotes(Start start) {
    this.start = start;
  }

  /** A runner of the user's starts what it likes. */
  synchronized boolean mayBeTaken(Program program) {
    return start == Start.FORK
        && program.command().size() == 1
        && !refused.containsKey(program.importPath());
  }

  synchronized void refused(Program program, Snapshot.Obstacle why) {
    refused.put(program.importPath(), why);
  }

  /** Which packages have a process for each execution although copies were asked for. */
  public synchronized List<String> remarks() {
    if (refused.isEmpty()) {
      return List.of();
    }
    List<String> packages = new ArrayList<>();
    refused.forEach((path, why) -> packages.add(path + " (" + why.words() + ")"));
    return List.of(
        "a process was started for each execution of %s: %s"
            .formatted(Plurals.count(packages.size(), "package"), String.join(", ", packages)));
  }
}
