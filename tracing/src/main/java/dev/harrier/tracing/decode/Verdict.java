package dev.harrier.tracing.decode;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Completeness.Cause;
import dev.harrier.tracing.order.Merge;
import dev.harrier.tracing.wire.Damage;
import dev.harrier.tracing.wire.EndState;
import dev.harrier.tracing.wire.FileHeader;
import dev.harrier.tracing.wire.TraceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    Reasons reasons = new Reasons();
    switch (header.state()) {
      case ENDED -> {}
      case BEING_WRITTEN ->
          reasons.add(Cause.KILLED, "the process was killed before it could end the trace");
      case DISK_FULL -> reasons.add(Cause.NOT_WRITTEN, "the disk was full");
      case UNWRITABLE ->
          reasons.add(
              Cause.NOT_WRITTEN,
              "the trace could not be written any more (error %d)".formatted(header.exitStatus()));
      case DISK_BOUND ->
          reasons.add(
              Cause.DISK_BOUND, "the run had written as many bytes of traces as -disk allows");
      case INTERNAL_ERROR ->
          reasons.add(Cause.NOT_WRITTEN, "tracing stopped because of an internal error");
    }
    reasons.count(
        Cause.NOT_WRITTEN,
        dropped,
        "event was",
        "events were",
        "dropped after tracing had stopped");
    reasons.count(Cause.LOST_RECORDS, lost, "event is", "events are", "missing in the file");
    reasons.count(Cause.DAMAGED, order.repeated(), "record occurs", "records occur", "twice");
    reasons.count(Cause.DAMAGED, decoder.unreadable(), "record makes", "records make", "no sense");
    reasons.count(
        Cause.DAMAGED, decoder.unknown(), "record is", "records are", "of a newer format");
    reasons.count(
        Cause.LOST_RECORDS, undefinedStacks, "call stack is", "call stacks are", "missing");
    reasons.damage(file.problems().size(), file.problems());
    reasons.damage(damage.count(), damage.first());
    return reasons.verdict(lost + dropped + decoder.unreadable() + decoder.unknown());
  }

  /** What is missing, and why, in the order in which it was met. */
  private static final class Reasons {
    private final List<String> sentences = new ArrayList<>();
    private Optional<Cause> first = Optional.empty();

    void add(Cause cause, String sentence) {
      first = first.or(() -> Optional.of(cause));
      sentences.add(sentence);
    }

    void count(Cause cause, long count, String one, String many, String what) {
      if (count != 0) {
        add(cause, Plurals.count(count, one, many) + " " + what);
      }
    }

    /** The validator checks all of it. */
    void damage(long count, List<String> places) {
      if (count == 1) {
        add(Cause.DAMAGED, "the file is damaged: " + places.getFirst());
      } else if (count > 1) {
        add(
            Cause.DAMAGED,
            "the file is damaged in %d places, the first: %s".formatted(count, places.getFirst()));
      }
    }

    Completeness verdict(long missing) {
      return first
          .<Completeness>map(
              cause -> new Completeness.Partial(cause, String.join("; ", sentences), missing))
          .orElseGet(Completeness.Whole::new);
    }
  }
}
