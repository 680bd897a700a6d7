package dev.harrier.explore.worker;

import dev.harrier.explore.target.Program;
import dev.harrier.model.ending.Remark;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How executions are started, and of which programs no snapshot can be taken. Thread-safe. */
public final class StartNotes {
  private final Start start;
  private final Map<String, Remark.Uncopyable> refused = new TreeMap<>();

  public StartNotes(Start start) {
    this.start = start;
  }

  /** A runner of the user's starts what it likes. */
  synchronized boolean mayBeTaken(Program program) {
    return start == Start.FORK
        && program.command().size() == 1
        && !refused.containsKey(program.importPath());
  }

  synchronized void refused(Program program, Remark.Uncopyable why) {
    refused.put(program.importPath(), why);
  }

  /** Which packages have a process for each execution although copies were asked for. */
  public synchronized Optional<Remark> remark() {
    return refused.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Remark.NotCopied(
                refused.entrySet().stream()
                    .map(one -> new Remark.NoCopies(one.getKey(), one.getValue()))
                    .toList()));
  }
}
