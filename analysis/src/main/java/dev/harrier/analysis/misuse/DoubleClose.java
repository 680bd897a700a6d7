package dev.harrier.analysis.misuse;

import dev.harrier.analysis.engine.PanicAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.ChannelState;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import java.util.Optional;

/** A close of a channel that is closed already, or of a nil channel. */
public final class DoubleClose implements PanicAnalysis {
  private static final Rule RULE =
      new Rule(
          "double-close",
          "a channel is closed that can't be closed",
          "Give every channel one owner that closes it once, or close it under a sync.Once.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Draft> explain(PanicMoment moment, ProgramState program, Explainer explainer) {
    Event.Panic panic = moment.panic();
    if (moment.says("close of nil channel", program.trace())) {
      return Optional.of(
          new PanicDraft(RULE, moment, program, explainer).draft(new Defect.ClosedNil()));
    }
    if (!moment.says("close of closed channel", program.trace())) {
      return Optional.empty();
    }
    PanicDraft draft = new PanicDraft(RULE, moment, program, explainer);
    Optional<Site> first =
        LastObject.before(moment, event -> closed(event, program))
            .map(id -> (ChannelState) program.object(id))
            .or(() ->
                ClosedChannels.usedAt(
                    program.trace().stack(panic.stack()),
                    event -> event instanceof Event.Close,
                    program,
                    explainer))
            .flatMap(draft::closedChannel);
    return Optional.of(draft.draft(new Defect.ClosedTwice(first)));
  }

  /** A close as the goroutine's last operation on a channel that was closed before. */
  private static Optional<ObjectId> closed(Event event, ProgramState program) {
    return event instanceof Event.Close close
            && program.object(close.channel()) instanceof ChannelState channel
            && channel.closed().map(first -> first.order() < close.order()).orElse(false)
        ? Optional.of(close.channel())
        : Optional.empty();
  }
}
