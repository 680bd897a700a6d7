package dev.harrier.analysis.coverage;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Carries what one run showed over to the usages and to the global goroutine tree. */
final class RunResolution {
  /** Their frames stand between an operation and the line that asked for it. */
  private static final Set<String> MACHINERY = Set.of("runtime", "sync", "internal/sync");

  private final Trace trace;
  private final UsageIndex usages;
  private final GoroutineNode root;
  private final Map<StackId, List<UsageCoverage>> places = new HashMap<>();

  RunResolution(Trace trace, UsageIndex usages, GoroutineNode root) {
    this.trace = trace;
    this.usages = usages;
    this.root = root;
  }

  /** Every stack of the trace is defined now. */
  void resolve(RunNode main) {
    resolve(main, root);
  }

  private void resolve(RunNode node, GoroutineNode global) {
    for (RunNode.Fact fact : node.facts()) {
      List<UsageCoverage> here = places.computeIfAbsent(fact.stack(), this::usagesAt);
      fact.deed().usage(here).ifPresent(usage -> mark(usage, global, fact));
    }
    for (RunNode child : node.children()) {
      resolve(child, global.child(site(child.createdAt())));
    }
  }

  private static void mark(UsageCoverage usage, GoroutineNode node, RunNode.Fact fact) {
    usage.reach(node);
    Part part = fact.deed().part(usage);
    fact.deed().action().ifPresent(action -> usage.cover(node, part, action));
    if (fact.passable()) {
      usage.passes(part);
    }
  }

  private List<UsageCoverage> usagesAt(StackId stack) {
    return usages.at(site(stack));
  }

  private Site site(StackId id) {
    Stack stack = trace.stack(id);
    return stack.frames().stream()
        .filter(frame -> !MACHINERY.contains(frame.packagePath()))
        .findFirst()
        .orElse(Site.UNKNOWN);
  }
}
