package dev.harrier.binary.decode;

import dev.harrier.model.trace.ObjectId;
import java.util.Arrays;
import java.util.BitSet;

/** How full the buffers of channels are and which are closed, in columns. */
final class ChannelStates {
  private int[] occupancies = new int[64];
  private final BitSet closed = new BitSet();

  int occupancy(ObjectId channel) {
    int index = (int) channel.value();
    return index < occupancies.length ? occupancies[index] : 0;
  }

  /** Adds to the number of values in the buffer. */
  void occupy(ObjectId channel, int change) {
    int index = (int) channel.value();
    if (index >= occupancies.length) {
      occupancies = Arrays.copyOf(occupancies, Math.max(index + 1, 2 * occupancies.length));
    }
    occupancies[index] += change;
  }

  /** False if it was closed before. */
  boolean close(ObjectId channel) {
    int index = (int) channel.value();
    boolean open = !closed.get(index);
    closed.set(index);
    return open;
  }
}
