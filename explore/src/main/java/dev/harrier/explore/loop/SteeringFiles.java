package dev.harrier.explore.loop;

import dev.harrier.explore.order.OrderFiles;
import dev.harrier.explore.order.OrderMemory;
import dev.harrier.explore.reversal.ReversalFiles;
import dev.harrier.explore.reversal.ReversalMemory;
import dev.harrier.model.ending.Remark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What steers the exploration of each target, in files of its own: orders and reversals. */
public final class SteeringFiles {
  private static final String ORDERS = "orders";
  private static final String REVERSALS = "reversals";

  private final OrderFiles orders;
  private final ReversalFiles reversals;

  /**
   * @param kept the directory of all that explorations keep; it is made when there is something
   * @param fresh whether to forget earlier results
   * @param settings under which schedules happened that mean something to this exploration
   */
  public SteeringFiles(Path kept, boolean fresh, String settings) {
    this.orders = new OrderFiles(kept.resolve(ORDERS), fresh);
    this.reversals = new ReversalFiles(kept.resolve(REVERSALS), fresh, settings);
  }

  /** Of messages. */
  public OrderMemory orders() {
    return orders;
  }

  /** Of operations that conflict. */
  public ReversalMemory reversals() {
    return reversals;
  }

  /**
   * Adds what another directory keeps.
   *
   * @throws IOException if it can't be read or kept
   */
  public void add(Path newer) throws IOException {
    orders.add(newer.resolve(ORDERS));
    reversals.add(newer.resolve(REVERSALS));
  }

  /** What the user should know, one sentence each. */
  public List<Remark> remarks() {
    return Stream.concat(orders.remarks().stream(), reversals.remarks().stream()).toList();
  }
}
