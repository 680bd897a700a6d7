package dev.harrier.tracing.roundtrip;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.text.TextTrace;
import dev.harrier.tracing.wire.ProcessorWriter;
import dev.harrier.tracing.wire.RecordKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes stacks, each before its first use, and gives sites program counters. */
final class StackEncoder {
  private final TextTrace trace;
  private final List<Site> sites = new ArrayList<>(List.of(Site.UNKNOWN));
  private final Map<Site, Integer> offsets = new HashMap<>();
  private final Set<StackId> defined = new HashSet<>();

  StackEncoder(TextTrace trace) {
    this.trace = trace;
  }

  /** What knows the program counters. */
  Symbolizer symbols() {
    return (offset, returnAddress) -> List.of(sites.get((int) offset));
  }

  /** The innermost call site; 0 for an empty stack. */
  int site(StackId id) {
    Stack stack = trace.stack(id);
    return stack.frames().isEmpty() ? 0 : offset(stack.top());
  }

  /** The number of the stack, which {@code out} defines if nothing has; 0 for an empty one. */
  int stack(StackId id, ProcessorWriter out) {
    Stack stack = trace.stack(id);
    if (stack.frames().isEmpty()) {
      return 0;
    }
    if (defined.add(id)) {
      long[] words = new long[Math.ceilDiv(stack.frames().size(), 2)];
      for (int i = 0; i < stack.frames().size(); i++) {
        words[i / 2] |= (long) offset(stack.frames().get(i)) << (i % 2 * 32);
      }
      out.unordered(RecordKind.STACK, stack.truncated() ? 1 : 0, id.value(), words);
    }
    return id.value();
  }

  int offset(Site site) {
    if (site.equals(Site.UNKNOWN)) {
      return 0;
    }
    return offsets.computeIfAbsent(
        site,
        s -> {
          sites.add(s);
          return sites.size() - 1;
        });
  }
}
