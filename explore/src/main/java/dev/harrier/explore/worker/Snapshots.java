package dev.harrier.explore.worker;

import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.Snapshot;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark.Uncopyable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The snapshots of one worker: one for each test binary, the latest few. */
final class Snapshots implements AutoCloseable {
  /** Each is a process that waits. */
  private static final int MOST = 8;

  /** Initializing a package, and what {@code TestMain} does before its tests. */
  private static final Limits INITIALIZING = Limits.of(Duration.ofSeconds(20));

  private final StartNotes notes;
  private final Watch watch;
  private final Map<Key, Snapshot> taken = new LinkedHashMap<>(MOST, 0.75f, /* accessOrder */ true);

  Snapshots(StartNotes notes, Watch watch) {
    this.notes = notes;
    this.watch = watch;
  }

  /** What all copies of a snapshot have in common. */
  record Key(Program program, List<String> arguments, Map<String, String> environment) {
    Key kept() {
      return new Key(program, arguments, Map.copyOf(environment));
    }
  }

  /**
   * A snapshot of a target's program; empty if none can be taken.
   *
   * @param environment of all copies
   * @param traces the directory that it names for the trace of the copies
   */
  Optional<Snapshot> of(Target target, Map<String, String> environment, Path traces, Path output)
      throws IOException {
    Program program = target.program();
    List<String> arguments =
        target.arguments().stream().filter(a -> !a.startsWith("-test.run=")).toList();
    Key key = new Key(program, arguments, environment);
    Snapshot known = taken.get(key);
    if (known != null || !notes.mayBeTaken(program)) {
      return Optional.ofNullable(known);
    }
    List<String> command = new ArrayList<>(program.command());
    command.addAll(target.arguments());
    try {
      Snapshot snapshot =
          Snapshot.take(
              command, program.directory(), environment, traces, output, INITIALIZING, watch);
      taken.put(key.kept(), snapshot);
      dropEldest();
      return Optional.of(snapshot);
    } catch (Snapshot.NoSnapshot e) {
      notes.refused(program, e.obstacle());
      return Optional.empty();
    }
  }

  private void dropEldest() {
    Iterator<Snapshot> eldest = taken.values().iterator();
    if (taken.size() > MOST) {
      eldest.next().close();
      eldest.remove();
    }
  }

  /** It has ended: whatever ended it, its program is started for each execution from now on. */
  void lost(Program program) {
    notes.refused(program, Uncopyable.ENDED);
    taken
        .entrySet()
        .removeIf(entry -> {
          boolean gone = entry.getKey().program.equals(program);
          if (gone) {
            entry.getValue().close();
          }
          return gone;
        });
  }

  @Override
  public void close() {
    taken.values().forEach(Snapshot::close);
    taken.clear();
  }
}
