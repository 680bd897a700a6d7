package dev.harrier.bench.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * A channel, or that of a context. Clocks are arrays: copies of machines share them, and nothing
 * changes them.
 */
@SuppressWarnings("ArrayRecordComponent")
final class Channel {
  /** A goroutine that waits for it, and with which case of its select; 0 if it is none. */
  record Waiter(int goroutine, int chosen, int value, int[] clock) {}

  record Message(int value, int[] clock) {}

  final int capacity;
  final List<Message> buffer;
  final List<Waiter> senders;
  final List<Waiter> receivers;

  /** What was known with each receive: the send that takes the same room comes after it. */
  final List<int[]> received;

  int sent;
  boolean closed;
  int[] closing = {};

  Channel(int capacity) {
    this.capacity = capacity;
    buffer = new ArrayList<>(2);
    senders = new ArrayList<>(2);
    receivers = new ArrayList<>(2);
    received = new ArrayList<>(2);
  }

  Channel(Channel other) {
    capacity = other.capacity;
    buffer = new ArrayList<>(other.buffer);
    senders = new ArrayList<>(other.senders);
    receivers = new ArrayList<>(other.receivers);
    received = new ArrayList<>(other.received);
    sent = other.sent;
    closed = other.closed;
    closing = other.closing;
  }

  boolean canSend() {
    return closed || !receivers.isEmpty() || buffer.size() < capacity;
  }

  boolean canReceive() {
    return closed || !senders.isEmpty() || !buffer.isEmpty();
  }

  void forget(int goroutine) {
    senders.removeIf(w -> w.goroutine == goroutine);
    receivers.removeIf(w -> w.goroutine == goroutine);
  }

  void describe(StringBuilder key) {
    for (Message m : buffer) {
      key.append((char) m.value);
      Clocks.describe(m.clock, key);
    }
    key.append('|');
    for (List<Waiter> waiters : List.of(senders, receivers)) {
      for (Waiter w : waiters) {
        key.append((char) (w.goroutine * 4 + w.chosen)).append((char) w.value);
        Clocks.describe(w.clock, key);
      }
      key.append('|');
    }
    key.append(closed ? 'c' : 'o');
    Clocks.describe(closing, key);
    for (int i = Math.max(0, sent - capacity); i < received.size(); i++) {
      Clocks.describe(received.get(i), key);
    }
  }
}
