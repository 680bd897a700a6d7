package dev.harrier.analysis.misuse;

import dev.harrier.analysis.engine.PanicAnalysis;
import dev.harrier.analysis.state.ChannelState;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
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
  public Optional<Report> explain(PanicMoment moment, ProgramState program, Storyteller story) {
    Event.Panic panic = moment.panic();
    if (panic.message().contains("close of nil channel")) {
      return Optional.of(
          new PanicReport(RULE, moment, program, story).message("close of a nil channel"));
    }
    if (!panic.message().contains("close of closed channel")) {
      return Optional.empty();
    }
    PanicReport report = new PanicReport(RULE, moment, program, story);
    String first =
        LastObject.before(moment, event -> closed(event, program))
            .map(id -> (ChannelState) program.object(id))
            .or(() ->
                ClosedChannels.usedAt(
                    program.trace().stack(panic.stack()),
                    event -> event instanceof Event.Close,
                    program,
                    story))
            .flatMap(channel -> firstClose(channel, report, program, story))
            .orElse("");
    return Optional.of(report.message("close of a closed channel" + first));
  }

  /** A close as the goroutine's last operation on a channel that was closed before. */
  private static Optional<ObjectId> closed(Event event, ProgramState program) {
    return event instanceof Event.Close close
            && program.object(close.channel()) instanceof ChannelState channel
            && channel.closed().map(first -> first.order() < close.order()).orElse(false)
        ? Optional.of(close.channel())
        : Optional.empty();
  }

  private static Optional<String> firstClose(
      ChannelState channel, PanicReport report, ProgramState program, Storyteller story) {
    report.object(channel.id());
    return channel
        .closed()
        .map(close -> {
          report.goroutine(
              close.goroutine(), "closed the channel first", program.trace().stack(close.stack()));
          return ", which was closed before at " + story.words().place(close.stack());
        });
  }
}
