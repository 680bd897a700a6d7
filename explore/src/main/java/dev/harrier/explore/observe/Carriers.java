package dev.harrier.explore.observe;

import dev.harrier.explore.step.EventState;
import dev.harrier.model.trace.DescriptorUse;
import dev.harrier.model.trace.Event;
import java.util.Optional;

/**
 * What carried the connections and datagrams that a controlled execution used; a dial that is
 * refused uses none.
 *
 * @param memory whether some stayed in the process
 * @param kernel whether the kernel carried some
 */
public record Carriers(boolean memory, boolean kernel) {
  /** Of an execution that used no connection, or was not controlled. */
  public static final Carriers NONE = new Carriers(false, false);

  /** Of every execution. */
  public static final Observation<Carriers> CARRIERS =
      Observation.forGuides(NONE, _ -> Optional.of(new CarrierRecorder()));

  /** Of both executions. */
  public Carriers or(Carriers other) {
    return new Carriers(memory || other.memory, kernel || other.kernel);
  }

  private static final class CarrierRecorder implements Recorder<Carriers> {
    private boolean memory;
    private boolean kernel;

    @Override
    public void accept(Event event, EventState state) {
      if (event instanceof Event.Operation operation) {
        operation.use().filter(DescriptorUse::maySuspend).ifPresent(this::see);
      }
    }

    private void see(DescriptorUse use) {
      switch (use.of()) {
        case CONNECTION, LISTENER, SOCKET -> memory = true;
        case KERNEL_SOCKET -> kernel = true;
        case KERNEL, PIPE -> {
          // No connection.
        }
      }
    }

    @Override
    public Carriers end(Ended ended) {
      return new Carriers(memory, kernel);
    }
  }
}
