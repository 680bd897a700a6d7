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
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Site;
import java.util.Optional;

/** A send on a closed channel. */
public final class SendOnClosed implements PanicAnalysis {
  private static final Rule RULE =
      new Rule(
          "send-on-closed",
          "a channel is closed while a goroutine still sends on it",
          "Let only the sender close, after its last send; with several senders, close when all of"
              + " them have ended.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Draft> explain(PanicMoment moment, ProgramState program, Explainer explainer) {
    if (!moment.says("send on closed channel", program.trace())) {
      return Optional.empty();
    }
    PanicDraft draft = new PanicDraft(RULE, moment, program, explainer);
    Optional<Site> closed = channel(moment, program, explainer).flatMap(draft::closedChannel);
    return Optional.of(draft.draft(new Defect.SentOnClosed(closed)));
  }

  private static Optional<ChannelState> channel(
      PanicMoment moment, ProgramState program, Explainer explainer) {
    return LastObject.before(moment, event -> sentOn(event, program))
        .map(id -> (ChannelState) program.object(id))
        .or(() ->
            ClosedChannels.usedAt(
                program.trace().stack(moment.panic().stack()),
                event -> event instanceof Event.Send,
                program,
                explainer));
  }

  /** The channel of a send that was tried or done, if that channel is closed now. */
  private static Optional<ObjectId> sentOn(Event event, ProgramState program) {
    return switch (event) {
      case Event.Send send -> closed(send.channel(), program);
      case Event.Select select when select.chosen() >= 0 ->
          Optional.of(select.cases().get(select.chosen()))
              .filter(c -> c.direction() == SelectCase.Direction.SEND)
              .flatMap(c -> closed(c.channel(), program));
      case Event.Block block when block.cases().isEmpty() -> closed(block.object(), program);
      case Event.Block block ->
          block.cases().stream()
              .filter(c -> c.direction() == SelectCase.Direction.SEND)
              .flatMap(c -> closed(c.channel(), program).stream())
              .findFirst();
      default -> Optional.empty();
    };
  }

  private static Optional<ObjectId> closed(ObjectId id, ProgramState program) {
    return program.object(id) instanceof ChannelState channel && channel.closed().isPresent()
        ? Optional.of(id)
        : Optional.empty();
  }
}
