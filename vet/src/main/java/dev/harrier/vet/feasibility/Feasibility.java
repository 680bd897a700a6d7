package dev.harrier.vet.feasibility;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.Flag;
import dev.harrier.vet.graph.Flag.News;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Whether a thread can get from one node to another at all, as far as flags show: code that sets a
 * flag and is passed by once the flag is set does not run again. For one flag after the other, with
 * those that it is a copy of, a search over nodes and what is known of the flags there; if it grows
 * too large, the answer is yes.
 */
public final class Feasibility {
  private static final int MAX_STATES = 60_000;

  private final EventGraph graph;
  private final Topology topology;
  private final Predicate<Base> trusted;
  private final FoundLater found;
  private final Map<ThreadId, FlagUses> uses = new HashMap<>();
  private final Map<Query, Boolean> known = new HashMap<>();

  private record Query(int from, int to, Base base, BitSet avoid, Set<Op.Observes> found) {}

  private record State(int node, boolean started, Knowledge knowledge) {}

  /**
   * @param graph with all that its code says about flags
   * @param trusted the variables that only code in the graph can assign
   */
  public Feasibility(EventGraph graph, Predicate<Base> trusted) {
    this.graph = graph;
    this.topology = new Topology(graph);
    this.trusted = trusted;
    this.found = new FoundLater(topology);
  }

  /**
   * Whether a thread can get from one of its nodes to another before the base is made again; yes,
   * if it cannot even get to the first one, because it ends before.
   *
   * @param avoid nodes that it must not pass on the way
   */
  public boolean canFollow(int from, int to, Base base, BitSet avoid) {
    return canFollow(new Query(from, to, base, avoid, Set.of()));
  }

  /**
   * The same from the start of a goroutine that reaches a node of its own: what it then knows of
   * flags that are not assigned any more held when it was started.
   */
  public boolean canFollow(int start, int inGoroutine, int to, Base base, BitSet avoid) {
    return canFollow(new Query(start, to, base, avoid, found.at(inGoroutine, start)));
  }

  private boolean canFollow(Query query) {
    return known.computeIfAbsent(query, this::decide);
  }

  private boolean decide(Query query) {
    ThreadId thread = graph.node(query.from()).thread();
    int entry = graph.thread(thread).entry();
    if (entry != query.from() && !graph.reaches(entry, query.from(), _ -> false)) {
      return true;
    }
    Set<Frame> around = new HashSet<>();
    graph.node(query.from()).frame().andCallers().forEach(around::add);
    graph.node(query.to()).frame().andCallers().forEach(around::add);
    return uses
        .computeIfAbsent(thread, t -> new FlagUses(graph, t, this::isUsable))
        .askedIn(around)
        .stream()
        .allMatch(flags -> search(query, entry, flags));
  }

  /** Whether what a thread knows of a flag holds until the thread itself changes it. */
  private boolean isUsable(ThreadId thread, Flag flag) {
    return switch (flag) {
      case Flag.Local _ -> true;
      case Flag.Memory(Place place) ->
          trusted.test(place.base()) && topology.owner(place.base()).equals(thread);
    };
  }

  private boolean search(Query query, int entry, Set<Flag> flags) {
    Set<State> seen = new HashSet<>();
    Deque<State> work = new ArrayDeque<>();
    work.push(new State(entry, false, Knowledge.NONE));
    while (!work.isEmpty()) {
      State state = work.pop();
      Optional<Knowledge> after = after(state, flags);
      if (after.isEmpty() || (state.started() && isEnd(state.node(), query))) {
        continue;
      }
      boolean starts = state.node() == query.from();
      for (int next : graph.successors(state.node())) {
        if (next == query.to() && (state.started() || starts)) {
          return true;
        }
        push(new State(next, state.started(), after.get()), seen, work);
        if (starts && !state.started()) {
          with(after.get(), query.found(), flags)
              .ifPresent(all -> push(new State(next, true, all), seen, work));
        }
      }
      if (seen.size() > MAX_STATES) {
        return true;
      }
    }
    return false;
  }

  private static Optional<Knowledge> with(
      Knowledge knowledge, Set<Op.Observes> found, Set<Flag> flags) {
    Optional<Knowledge> all = Optional.of(knowledge);
    for (Op.Observes tells : found) {
      if (flags.contains(tells.flag())) {
        all = all.flatMap(k -> k.with(tells.flag(), tells.news()));
      }
    }
    return all;
  }

  private static void push(State state, Set<State> seen, Deque<State> work) {
    if (seen.add(state)) {
      work.push(state);
    }
  }

  private boolean isEnd(int node, Query query) {
    return query.avoid().get(node)
        || (graph.node(node).op() instanceof Op.Fresh(Base made) && made.equals(query.base()));
  }

  private Optional<Knowledge> after(State state, Set<Flag> flags) {
    return switch (graph.node(state.node()).op()) {
      case Op.Observes(Flag flag, Flag.News news) when flags.contains(flag) ->
          state.knowledge().with(flag, news);
      case Op.Fresh(Base base) -> Optional.of(state.knowledge().without(base));
      default -> Optional.of(state.knowledge());
    };
  }

  /**
   * What branches of a goroutine say about variables of those that started it: if no goroutine
   * assigns one once the goroutine is there, it had that value when the goroutine was started.
   */
  private static final class FoundLater {
    private final Topology topology;
    private final EventGraph graph;

    FoundLater(Topology topology) {
      this.topology = topology;
      this.graph = topology.graph();
    }

    /** What is known when a goroutine is at a node, of variables as they were at its start. */
    Set<Op.Observes> at(int node, int start) {
      Set<Op.Observes> found = new HashSet<>();
      int entry = graph.thread(graph.node(node).thread()).entry();
      graph
          .nodesOf(graph.node(node).thread())
          .mapToObj(n -> graph.node(n).op())
          .filter(op ->
              op instanceof Op.Observes(Flag flag, News news)
                  && flag instanceof Flag.Memory(var place)
                  && FlagUses.isQuestion(news)
                  && !isAssignedAfter(start, place.base()))
          .distinct()
          .filter(op -> !graph.reaches(entry, node, n -> graph.node(n).op().equals(op)))
          .forEach(op -> found.add((Op.Observes) op));
      return found;
    }

    private boolean isAssignedAfter(int start, Base base) {
      ThreadId starter = graph.node(start).thread();
      return assignments(base, n -> !graph.node(n).thread().equals(starter)).findAny().isPresent()
          || assignments(base, n -> graph.reaches(start, n, m -> topology.isFresh(m, base)))
              .findAny()
              .isPresent();
    }

    private IntStream assignments(Base base, IntPredicate condition) {
      return IntStream.range(0, graph.size())
          .filter(n ->
              graph.node(n).op() instanceof Op.Observes(Flag flag, News news)
                  && flag instanceof Flag.Memory(var place)
                  && place.base().equals(base)
                  && !FlagUses.isQuestion(news)
                  && condition.test(n));
    }
  }
}
