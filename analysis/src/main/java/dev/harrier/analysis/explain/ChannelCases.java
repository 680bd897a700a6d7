package dev.harrier.analysis.explain;

import dev.harrier.analysis.state.ChannelState;
import dev.harrier.analysis.state.ContextState;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.ObjectRef;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Step.Case.OtherEnd;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Role;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The operations of which one would let a goroutine continue: its send or receive, or the cases of
 * the select that it is blocked in, each with what would have to be done at the other end of its
 * channel.
 */
final class ChannelCases {
  /** A select with more cases, such as one of reflect, is not listed case by case. */
  private static final int MOST = 12;

  private final ProgramState program;
  private final Explainer explainer;

  ChannelCases(ProgramState program, Explainer explainer) {
    this.program = program;
    this.explainer = explainer;
  }

  /**
   * Those of a select stand in the order of the source, but sends before receives: the compiler
   * numbers them so, receives from the last to the first. Empty for more than {@value #MOST}.
   *
   * @param site where it is blocked
   */
  List<Step.Case> of(GoroutineState state, Site site) {
    Event.Block block = state.block().orElseThrow();
    return switch (block.reason()) {
      case CHAN_SEND, NIL_CHAN_SEND -> List.of(alone(state, site, Direction.SEND, block.object()));
      case CHAN_RECEIVE, NIL_CHAN_RECEIVE ->
          List.of(alone(state, site, Direction.RECEIVE, block.object()));
      case SELECT -> block.cases().size() > MOST ? List.of() : ofSelect(state, site, block.cases());
      case EMPTY_SELECT,
          MUTEX_LOCK,
          RWMUTEX_LOCK,
          RWMUTEX_RLOCK,
          WAIT_GROUP,
          COND,
          SEMAPHORE,
          SLEEP,
          IO,
          OTHER,
          COROUTINE ->
          List.of();
    };
  }

  private List<Step.Case> ofSelect(GoroutineState state, Site site, List<SelectCase> cases) {
    List<Step.Case> sends = new ArrayList<>();
    List<Step.Case> receives = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      SelectCase one = cases.get(i);
      Step.Case step = step(state, site, i, one);
      switch (one.direction()) {
        case SEND -> sends.add(step);
        case RECEIVE -> receives.addFirst(step);
      }
    }
    sends.addAll(receives);
    return sends;
  }

  private Step.Case alone(GoroutineState state, Site site, Direction direction, ObjectId channel) {
    return step(state, site, Interleaving.Details.NO_CASE, new SelectCase(direction, channel));
  }

  private Step.Case step(GoroutineState state, Site site, int number, SelectCase one) {
    ObjectRef channel = explainer.operations().object(one.channel());
    return Step.Case.unnamed(
        state.id(), site, number, one.direction(), channel, otherEnd(state.id(), one));
  }

  private OtherEnd otherEnd(GoroutineId waiter, SelectCase one) {
    if (one.channel().equals(ObjectId.NONE)) {
      return new OtherEnd.Nil();
    }
    if (program.object(one.channel()) instanceof ChannelState channel) {
      if (channel.isOfTimer()) {
        return new OtherEnd.Clock();
      }
      if (program.object(channel.context()) instanceof ContextState context
          && !context.canceled()) {
        return new OtherEnd.OfContext(
            explainer.operations().object(channel.context()),
            context.made().map(Event::goroutine).orElse(GoroutineId.NONE),
            context
                .made()
                .map(made -> explainer.operations().site(made.stack()))
                .orElse(Site.UNKNOWN));
      }
    }
    return new OtherEnd.Users(
        explainer.releasers(
            one.channel(),
            waiter,
            switch (one.direction()) {
              case SEND -> Set.of(Role.RECEIVED);
              case RECEIVE -> Set.of(Role.SENT, Role.CLOSED);
            }));
  }
}
