package dev.harrier.binary.decode;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.tracing.table.StackTable;
import dev.harrier.tracing.table.Symbolizer;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The call stacks of a log: the same counters are the same stack. */
final class Stacks {
  private static final String RUNTIME = "runtime";

  private final Symbolizer symbolizer;
  private final int text;
  private final StackTable table;
  private final Map<Counters, StackId> ids = new HashMap<>();

  /** {@code site}: the first counter is a place in the code, not a return address. */
  private record Counters(IntList values, boolean site) {}

  /**
   * Stacks of one process.
   *
   * @param text low half of the address where {@code runtime.text} is in the process
   */
  Stacks(Symbolizer symbolizer, int text) {
    this.symbolizer = symbolizer;
    this.text = text;
    this.table = new StackTable(symbolizer, Stacks::shown);
  }

  /** The same by id. */
  StackTable table() {
    return table;
  }

  StackId intern(IntList counters, boolean site) {
    return counters.isEmpty()
        ? StackId.NONE
        : ids.computeIfAbsent(new Counters(counters, site), this::add);
  }

  private StackId add(Counters counters) {
    int[] offsets = counters.values.toIntArray();
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] -= text;
    }
    StackId id = table.add();
    table.define(id, offsets, !counters.site, false);
    return id;
  }

  Stack get(StackId id) {
    return table.get(id);
  }

  /** Where a function starts, from the start of the text segment. */
  int offset(long address) {
    return (int) address - text;
  }

  /** The function that starts at an address. */
  Site entry(long address) {
    List<Site> frames = symbolizer.frames(Integer.toUnsignedLong(offset(address)), false);
    return frames.isEmpty() ? Site.UNKNOWN : frames.getLast();
  }

  /** A log has frames of the runtime, and of C, around those of the program. */
  private static Stack shown(Stack whole) {
    List<Site> frames = new ArrayList<>(whole.frames());
    frames.removeIf(Site.UNKNOWN::equals);
    // The innermost frames are the runtime's own, down to the operation that the program asked for.
    int first = 0;
    while (first < frames.size() && frames.get(first).packagePath().equals(RUNTIME)) {
      first++;
    }
    List<Site> shown = first == frames.size() ? frames : frames.subList(first, frames.size());
    boolean complete = !frames.isEmpty() && isOutermost(frames.getLast());
    List<Site> user = new ArrayList<>(shown);
    user.removeIf(Stacks::isOutermost);
    return new Stack(user.isEmpty() ? shown : user, !complete);
  }

  private static boolean isOutermost(Site frame) {
    return frame.function().equals("runtime.goexit") || frame.function().equals("runtime.main");
  }
}
