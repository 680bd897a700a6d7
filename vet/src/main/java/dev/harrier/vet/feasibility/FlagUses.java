package dev.harrier.vet.feasibility;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.Flag;
import dev.harrier.vet.graph.Flag.News;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place.Base;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Which flags of a thread can contradict what is known of them, and where branches ask for them.
 */
final class FlagUses {
  private final Map<Flag, Use> uses = new LinkedHashMap<>();
  private final ThreadId thread;
  private final BiPredicate<ThreadId, Flag> usable;

  private static final class Use {
    private final Set<Frame> asked = new HashSet<>();
    private final Set<Flag> sources = new HashSet<>();
    private int asks;
    private boolean given;
  }

  FlagUses(EventGraph graph, ThreadId thread, BiPredicate<ThreadId, Flag> usable) {
    this.thread = thread;
    this.usable = usable;
    Set<Base> foreign = new HashSet<>();
    for (int n = 0; n < graph.size(); n++) {
      EventGraph.Node node = graph.node(n);
      if (node.op() instanceof Op.Observes(Flag flag, News news)) {
        if (node.thread().equals(thread)) {
          add(uses.computeIfAbsent(flag, _ -> new Use()), node.frame(), news);
        } else if (!isQuestion(news) && flag instanceof Flag.Memory m) {
          foreign.add(m.place().base());
        }
      }
    }
    uses.keySet().removeIf(f -> f instanceof Flag.Memory m && foreign.contains(m.place().base()));
  }

  /** The flags that branches of some activations ask for, each with those that it is a copy of. */
  List<Set<Flag>> askedIn(Set<Frame> frames) {
    List<Set<Flag>> groups = new ArrayList<>();
    uses.forEach((flag, use) -> {
      // A branch asks twice, once on each of its edges.
      boolean contradictory = use.given ? use.asks > 0 : use.asks > 2;
      if (contradictory && use.asked.stream().anyMatch(frames::contains)) {
        Set<Flag> group = withSources(flag);
        if (group.contains(flag)) {
          groups.add(group);
        }
      }
    });
    return groups;
  }

  private Set<Flag> withSources(Flag flag) {
    Set<Flag> group = new HashSet<>();
    Deque<Flag> work = new ArrayDeque<>();
    work.push(flag);
    while (!work.isEmpty()) {
      Flag next = work.pop();
      Use use = uses.get(next);
      if (use != null && usable.test(thread, next) && group.add(next)) {
        work.addAll(use.sources);
      }
    }
    return group;
  }

  private static void add(Use use, Frame frame, News news) {
    if (isQuestion(news)) {
      use.asks++;
      use.asked.add(frame);
    } else if (news instanceof News.Copies(Flag from)) {
      use.given = true;
      use.sources.add(from);
    } else {
      use.given |= !(news instanceof News.BecomesAnything);
    }
  }

  /** Whether news come from a branch, rather than from an assignment. */
  static boolean isQuestion(News news) {
    return news instanceof News.Equals || news instanceof News.Differs;
  }
}
