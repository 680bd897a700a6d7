package dev.harrier.binary.log;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.tracing.decode.Symbolizer;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The call stacks of a trace; resolved when asked for. */
final class Stacks {
  private static final String RUNTIME = "runtime";

  private final Symbolizer symbolizer;
  private final int text;
  private final Map<Counters, StackId> ids = new HashMap<>();
  private final List<Counters> all = new ArrayList<>();
  private final Map<StackId, Stack> resolved = new HashMap<>();

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
  }

  StackId intern(IntList counters, boolean site) {
    if (counters.isEmpty()) {
      return StackId.NONE;
    }
    Counters key = new Counters(counters, site);
    return ids.computeIfAbsent(
        key,
        k -> {
          all.add(k);
          return new StackId(all.size());
        });
  }

  Stack get(StackId id) {
    if (id.equals(StackId.NONE)) {
      return Stack.EMPTY;
    }
    if (id.value() < 1 || id.value() > all.size()) {
      throw new IllegalArgumentException("the trace has no stack " + id);
    }
    return resolved.computeIfAbsent(id, i -> resolve(all.get(i.value() - 1)));
  }

  /** The function that starts at an address. */
  Site entry(long address) {
    List<Site> frames = symbolizer.frames(offset((int) address), false);
    return frames.isEmpty() ? Site.UNKNOWN : frames.getLast();
  }

  private Stack resolve(Counters counters) {
    List<Site> frames = new ArrayList<>();
    for (int i = 0; i < counters.values.size(); i++) {
      frames.addAll(symbolizer.frames(offset(counters.values.getInt(i)), i > 0 || !counters.site));
    }
    // The innermost frames are the runtime's own, down to the operation that the program asked for.
    int first = 0;
    while (first < frames.size() && frames.get(first).packagePath().equals(RUNTIME)) {
      first++;
    }
    List<Site> shown = first == frames.size() ? frames : frames.subList(first, frames.size());
    boolean complete =
        !frames.isEmpty()
            && (frames.getLast().function().equals("runtime.goexit")
                || frames.getLast().function().equals("runtime.main"));
    List<Site> user = new ArrayList<>(shown);
    user.removeIf(
        f -> f.function().equals("runtime.goexit") || f.function().equals("runtime.main"));
    return new Stack(user.isEmpty() ? shown : user, !complete);
  }

  private long offset(int counter) {
    return Integer.toUnsignedLong(counter - text);
  }
}
