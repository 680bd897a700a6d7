package dev.harrier.explore.order;

import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.step.EventState;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SymbolOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Records the order of one run, event by event. */
public final class OrderRecorder implements Recorder<OrderRecorder.ObservedOrder> {
  /** In which order an execution processed its messages. */
  public static final Observation<ObservedOrder> OBSERVED =
      Observation.forGuides(
          ObservedOrder.NONE,
          execution -> Optional.of(new OrderRecorder(execution.trace()::place)));

  /**
   * A select in a long loop would fill any plan, and the queue of a select wraps around anyway:
   * what comes later is left to the program.
   */
  static final int LONGEST = 4096;

  private final Function<? super StackId, Optional<SymbolOffset>> places;
  private final List<Tuple> tuples = new ArrayList<>();
  private long preferred;
  private long gaveUp;

  /**
   * @param places where the code of a stack's innermost frame stands; empty if not known
   */
  public OrderRecorder(Function<? super StackId, Optional<SymbolOffset>> places) {
    this.places = places;
  }

  @Override
  public void accept(Event event, EventState state) {
    switch (event) {
      case Event.Select select when tuples.size() < LONGEST -> select(select);
      case Event.Preferred e -> {
        switch (e.stage()) {
          case WAITS -> preferred++;
          case GAVE_UP -> gaveUp++;
          case CAME -> {}
        }
      }
      default -> {
        // Of no select.
      }
    }
  }

  private void select(Event.Select event) {
    Optional<SymbolOffset> place = places.apply(event.stack());
    if (place.isPresent() && !event.cases().isEmpty()) {
      int cases = event.cases().size();
      int taken = event.chosen() < 0 ? cases : event.chosen();
      tuples.add(new Tuple(place.get(), cases, event.hasDefault(), taken));
    }
  }

  @Override
  public ObservedOrder end(Ended ended) {
    return new ObservedOrder(new Order(tuples), preferred, gaveUp);
  }

  /**
   * What a run did with the order that it was given.
   *
   * @param order in which it processed messages
   * @param preferred how often a select waited for its preferred case
   * @param gaveUp how often one of these gave up
   */
  public record ObservedOrder(Order order, long preferred, long gaveUp) {
    /** Of a run without selects. */
    public static final ObservedOrder NONE = new ObservedOrder(new Order(List.of()), 0, 0);

    /** Selects waited, and none got what it waited for. */
    public boolean gaveUpEveryWait() {
      return preferred > 0 && gaveUp >= preferred;
    }
  }
}
