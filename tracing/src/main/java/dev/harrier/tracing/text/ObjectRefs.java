package dev.harrier.tracing.text;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.TimerChange;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The objects that an event names. */
final class ObjectRefs {
  private ObjectRefs() {}

  static Stream<ObjectId> of(Event event) {
    return all(event)
        .filter(id -> !id.equals(ObjectId.NONE))
        .sorted(Comparator.comparingLong(ObjectId::value));
  }

  private static Stream<ObjectId> all(Event event) {
    return switch (event) {
      case Event.Block e -> Stream.concat(Stream.of(e.object()), channels(e.cases()));
      case Event.Select e -> channels(e.cases());
      case Event.Make e -> Stream.of(e.object());
      case Event.Acquire e -> Stream.of(e.lock());
      case Event.Release e -> Stream.of(e.lock());
      case Event.Refused e -> Stream.of(e.lock());
      case Event.Collected e -> Stream.of(e.lock());
      case Event.Send e -> Stream.of(e.channel());
      case Event.Receive e -> Stream.of(e.channel());
      case Event.Close e -> Stream.of(e.channel());
      case Event.Message e -> Stream.of(e.channel());
      case Event.Wait e -> Stream.of(e.object());
      case Event.Add e -> Stream.of(e.group());
      case Event.Signal e -> Stream.of(e.cond());
      case Event.Broadcast e -> Stream.of(e.cond());
      case Event.ContextNew e -> Stream.of(e.context(), e.parent());
      case Event.ContextDone e -> Stream.of(e.context(), e.channel());
      case Event.ContextCancel e -> Stream.of(e.context());
      case Event.TimerFire e -> Stream.of(e.channel());
      case Event.TimerSet e -> Stream.of(e.timer());
      case Event.Spawn e -> Stream.of(e.timer());
      case Event.Operation e -> e.timer().stream().map(TimerChange::timer);
      case Event.Exit _,
          Event.Unblock _,
          Event.Panic _,
          Event.TestBegin _,
          Event.TestFail _,
          Event.TestEnd _,
          Event.Checkpoint _,
          Event.Choice _,
          Event.Lost _,
          Event.Recovered _,
          Event.Race _,
          Event.Input _,
          Event.Memory _,
          Event.EarlierAccess _,
          Event.Preferred _ ->
          Stream.empty();
    };
  }

  private static Stream<ObjectId> channels(List<SelectCase> cases) {
    return cases.stream().map(SelectCase::channel);
  }
}
