package dev.harrier.analysis.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.At;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.StackId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PackedEventsTest {
  private static final At AT =
      new At((1L << 50) + 3, Long.MAX_VALUE, new GoroutineId(1L << 40), new StackId(1 << 30));
  private static final ObjectId OBJECT = new ObjectId((1L << 40) + 1);

  @Test
  void eventsComeBackAsTheyWere() {
    List<Event> events = new ArrayList<>();
    for (Completion completion : Completion.values()) {
      for (LockMode mode : LockMode.values()) {
        events.add(new Event.Acquire(AT, OBJECT, mode, completion));
        events.add(new Event.Release(AT, OBJECT, mode));
      }
      events.add(new Event.Send(AT, OBJECT, completion));
      events.add(new Event.Receive(AT, OBJECT, true, completion));
      events.add(new Event.Receive(AT, OBJECT, false, completion));
      events.add(new Event.Wait(AT, OBJECT, completion));
    }
    for (int delta : new int[] {1, -1, 0, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      events.add(new Event.Add(AT, OBJECT, delta));
    }
    for (BlockReason reason : BlockReason.values()) {
      events.add(new Event.Block(AT, reason, OBJECT, List.of()));
      SelectCase selectCase = new SelectCase(SelectCase.Direction.SEND, OBJECT);
      events.add(new Event.Block(AT, reason, ObjectId.NONE, List.of(selectCase)));
    }
    events.add(new Event.Make(AT, OBJECT));
    events.add(new Event.Panic(AT, "a reason", true));

    PackedEvents packed = new Slots();
    for (int i = 0; i < events.size(); i++) {
      packed.grow(i + 1);
      packed.put(i, events.get(i));
    }

    for (int i = 0; i < events.size(); i++) {
      assertThat(packed.get(i)).isEqualTo(events.get(i));
    }
  }

  @Test
  void aSlotHoldsWhatWasPutLast() {
    PackedEvents packed = new Slots();
    Event whole = new Event.Close(AT, OBJECT);
    Event number = new Event.Make(AT, OBJECT);

    packed.put(0, whole);
    packed.put(0, number);
    assertThat(packed.get(0)).isEqualTo(number);

    packed.put(0, whole);
    assertThat(packed.get(0)).isEqualTo(whole);
  }

  private static final class Slots extends PackedEvents {
    Slots() {
      super(1);
    }
  }
}
