package dev.harrier.explore.canon;

import dev.harrier.explore.schedule.SplitMix64;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import java.util.List;

/** Turns an event into 64 bits that do not depend on times, addresses and the runtime's ids. */
final class EventDigest {
  private final Trace trace;
  private final Numbering numbering;

  EventDigest(Trace trace, Numbering numbering) {
    this.trace = trace;
    this.numbering = numbering;
  }

  private static long join(long kind, long... parts) {
    long all = SplitMix64.mix(kind + 0x9e3779b97f4a7c15L);
    for (long part : parts) {
      all = SplitMix64.mix(all * 31 + part);
    }
    return all;
  }

  long of(Event event) {
    return join(what(event), numbering.of(event.goroutine()), place(event.stack()));
  }

  private long place(StackId id) {
    Site top = trace.stack(id).top();
    return top.function().hashCode() * 31L + top.line();
  }

  /** Names stay what they are when an enum grows. */
  private static long word(Enum<?> value) {
    return value.name().hashCode();
  }

  private static long flag(boolean value) {
    return value ? 1 : 0;
  }

  private static long cases(List<SelectCase> cases) {
    long all = cases.size();
    for (SelectCase one : cases) {
      all = SplitMix64.mix(all * 31 + word(one.direction()) + 31 * one.channel().value());
    }
    return all;
  }

  /** By how much a timer is early is a time. */
  private static long chosen(Event.Choice choice) {
    return choice.kind() == ChoiceKind.TIMER ? 0 : choice.chosen();
  }

  private long what(Event event) {
    return switch (event) {
      case Event.Spawn e -> join(1, numbering.of(e.child()));
      case Event.Exit _ -> 2;
      case Event.Block e -> join(3, word(e.reason()), e.object().value(), cases(e.cases()));
      case Event.Unblock e -> join(4, numbering.of(e.target()));
      case Event.Make e -> join(5, e.object().value());
      case Event.Acquire e -> join(6, e.lock().value(), word(e.mode()), word(e.completion()));
      case Event.Release e -> join(7, e.lock().value(), word(e.mode()));
      case Event.Refused e -> join(33, e.lock().value(), word(e.mode()));
      case Event.Collected e -> join(32, e.lock().value());
      case Event.Send e -> join(8, e.channel().value(), word(e.completion()));
      case Event.Receive e -> join(9, e.channel().value(), flag(e.ok()), word(e.completion()));
      case Event.Close e -> join(10, e.channel().value());
      case Event.Select e ->
          join(11, cases(e.cases()), e.chosen(), flag(e.ok()), word(e.completion()));
      case Event.Wait e -> join(12, e.object().value(), word(e.completion()));
      case Event.Add e -> join(13, e.group().value(), e.delta());
      case Event.Signal e -> join(14, e.cond().value());
      case Event.Broadcast e -> join(15, e.cond().value());
      case Event.ContextNew e -> join(16, e.context().value(), e.parent().value());
      case Event.ContextDone e -> join(17, e.context().value(), e.channel().value());
      case Event.ContextCancel e -> join(18, e.context().value());
      case Event.TimerFire e -> join(19, e.channel().value());
      case Event.TimerSet e -> join(27, e.timer().value());
      case Event.Recovered _ -> join(29);
      case Event.Race e ->
          join(31, word(e.access()), numbering.of(e.earlier().by()), word(e.earlier().access()));
      case Event.Input e -> join(34, word(e.kind()));
      case Event.Message e -> join(35, e.channel().value());
      case Event.Memory _ -> 36;
      case Event.EarlierAccess _ -> 37;
      case Event.Lost e -> join(28, e.missing());
      case Event.Panic e -> join(20, e.message().hashCode(), flag(e.fatal()));
      case Event.TestBegin e -> join(21, e.test().value());
      case Event.TestFail e -> join(26, e.test().value());
      case Event.TestEnd e -> join(22, e.test().value(), word(e.status()));
      case Event.Choice e -> join(24, word(e.kind()), e.name().value(), e.point(), chosen(e));
      case Event.Operation e -> join(30, e.number(), word(e.access()), e.variable());
      case Event.Preferred e -> join(25, e.preferredCase(), flag(e.gaveUp()));
      case Event.Checkpoint e -> join(23, word(e.reason()), e.test().value());
    };
  }
}
