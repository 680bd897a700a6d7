package dev.harrier.coverage;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Turns the stacks of what one run showed into places, once every stack is defined. */
final class RunResolution {
  /** Their frames stand between an operation and the line that asked for it. */
  private static final Set<String> MACHINERY = Set.of("runtime", "sync", "internal/sync");

  private final Trace trace;
  private final Map<StackId, Site> sites = new HashMap<>();

  RunResolution(Trace trace) {
    this.trace = trace;
  }

  RunCoverage resolve(RunNode node) {
    return new RunCoverage(
        site(node.createdAt()),
        node.facts().stream()
            .map(f -> new RunCoverage.Fact(site(f.stack()), f.operation(), f.passable()))
            .toList(),
        node.children().stream().map(this::resolve).toList());
  }

  private Site site(StackId id) {
    return sites.computeIfAbsent(
        id,
        stack ->
            trace.stack(stack).frames().stream()
                .filter(frame -> !MACHINERY.contains(frame.packagePath()))
                .findFirst()
                .orElse(Site.UNKNOWN));
  }
}
