package dev.harrier.tracing.decode;

import dev.harrier.model.trace.Completeness;
import dev.harrier.tracing.order.Merge;
import dev.harrier.tracing.wire.Damage;
import dev.harrier.tracing.wire.EndState;
import dev.harrier.tracing.wire.FileHeader;
import dev.harrier.tracing.wire.TraceFile;
import java.util.ArrayList;
import java.util.List;

/** Says whether a trace is whole, from what all layers noticed. */
final class Verdict {
  private Verdict() {}

  static Completeness of(
      TraceFile file, Damage damage, Merge.Result order, Decoder decoder, long undefinedStacks) {
    FileHeader header = file.header();
    boolean ended = header.state() != EndState.BEING_WRITTEN;
    long tail = ended ? Math.max(0, header.lastTicket() - order.lastTicket()) : 0;
    long lost = order.missing() + tail;
    long dropped = Math.max(0, header.dropped());
    List<String> reasons = new ArrayList<>();
    switch (header.state()) {
      case ENDED -> {}
      case BEING_WRITTEN -> reasons.add("the process was killed before it could end the trace");
      case DISK_FULL -> reasons.add("the disk was full");
      case UNWRITABLE ->
          reasons.add(
              "the trace could not be written any more (error %d)".formatted(header.exitStatus()));
      case INTERNAL_ERROR -> reasons.add("tracing stopped because of an internal error");
    }
    count(reasons, dropped, "event was", "events were", "dropped after tracing had stopped");
    count(reasons, lost, "event is", "events are", "missing in the file");
    count(reasons, order.repeated(), "record occurs", "records occur", "twice");
    count(reasons, decoder.unreadable(), "record makes", "records make", "no sense");
    count(reasons, decoder.unknown(), "record is", "records are", "of a newer format");
    count(reasons, undefinedStacks, "call stack is", "call stacks are", "missing");
    damage(reasons, file.problems().size(), file.problems());
    damage(reasons, damage.count(), damage.first());
    return reasons.isEmpty()
        ? new Completeness.Whole()
        : new Completeness.Partial(
            String.join("; ", reasons), lost + dropped + decoder.unreadable() + decoder.unknown());
  }

  private static void count(
      List<String> reasons, long count, String one, String many, String what) {
    if (count != 0) {
      reasons.add(count + " " + (count == 1 ? one : many) + " " + what);
    }
  }

  /** Who wants to know all of it asks the validator. */
  private static void damage(List<String> reasons, long count, List<String> first) {
    if (count == 1) {
      reasons.add("the file is damaged: " + first.getFirst());
    } else if (count > 1) {
      reasons.add(
          "the file is damaged in %d places, the first: %s".formatted(count, first.getFirst()));
    }
  }
}
