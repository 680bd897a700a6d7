package dev.harrier.tracing.validate;

import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.order.Merge;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.wire.Damage;
import dev.harrier.tracing.wire.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks a trace file: first its records, then its events. */
public final class FileValidator {
  private FileValidator() {}

  /**
   * Reads the whole file and returns what is wrong with it; empty if all is well.
   *
   * @throws dev.harrier.tracing.wire.UnreadableTraceException if it is not a trace at all
   */
  public static List<Violation> validate(Path path) throws IOException {
    List<Violation> all = new ArrayList<>();
    try (TraceFile file = TraceFile.open(path)) {
      Damage damage = new Damage();
      RecordCheck records = new RecordCheck(file.header());
      Merge.run(file.cursors(damage), records);
      file.problems().forEach(problem -> all.add(malformed(problem)));
      damage.first().forEach(what -> all.add(malformed(what)));
      all.addAll(records.violations());
    }
    try (RecordedTrace trace = RecordedTrace.open(path, header -> Symbolizer.NONE)) {
      all.addAll(TraceValidator.validate(trace));
    }
    return List.copyOf(all);
  }

  private static Violation malformed(String what) {
    return new Violation(Invariant.WELL_FORMED, 0, what);
  }
}
