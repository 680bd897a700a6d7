package dev.harrier.analysis.misuse;

import dev.harrier.analysis.engine.PanicAnalysis;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.analysis.world.ChannelState;
import dev.harrier.analysis.world.PanicMoment;
import dev.harrier.analysis.world.World;
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
  public Optional<Report> explain(PanicMoment moment, World world, Storyteller story) {
    Event.Panic panic = moment.panic();
    if (panic.message().contains("close of nil channel")) {
      return Optional.of(
          new PanicReport(RULE, moment, world, story).message("close of a nil channel"));
    }
    if (!panic.message().contains("close of closed channel")) {
      return Optional.empty();
    }
    PanicReport report = new PanicReport(RULE, moment, world, story);
    String first =
        LastObject.before(moment, event -> closed(event, world))
            .map(id -> (ChannelState) world.object(id))
            .or(() ->
                ClosedChannels.usedAt(
                    world.trace().stack(panic.stack()),
                    event -> event instanceof Event.Close,
                    world,
                    story))
            .flatMap(channel -> firstClose(channel, report, world, story))
            .orElse("");
    return Optional.of(report.message("close of a closed channel" + first));
  }

  /** A close as the goroutine's last operation on a channel that was closed before. */
  private static Optional<ObjectId> closed(Event event, World world) {
    return event instanceof Event.Close close
            && world.object(close.channel()) instanceof ChannelState channel
            && channel.closed().map(first -> first.order() < close.order()).orElse(false)
        ? Optional.of(close.channel())
        : Optional.empty();
  }

  private static Optional<String> firstClose(
      ChannelState channel, PanicReport report, World world, Storyteller story) {
    report.object(channel.id());
    return channel
        .closed()
        .map(close -> {
          report.goroutine(
              close.goroutine(), "closed the channel first", world.trace().stack(close.stack()));
          return ", which was closed before at " + story.words().place(close.stack());
        });
  }
}
