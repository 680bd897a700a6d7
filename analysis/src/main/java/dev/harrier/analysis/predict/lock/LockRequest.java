package dev.harrier.analysis.predict.lock;

import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lock asked for in some mode under certain other locks, and the goroutines that speak for those
 * that did so: the first and the latest ones, each by its first and its latest tuple.
 */
final class LockRequest {
  /** How many goroutines speak; half of them the first, half the latest. */
  private static final int REPRESENTATIVES = 16;

  private final LockTuple example;
  private final List<LockTuple> first = new ArrayList<>(1);
  private final List<LockTuple> last = new ArrayList<>(1);

  /** Another request whose hash is equal. */
  final @Nullable LockRequest next;

  LockRequest(LockTuple example, @Nullable LockRequest next) {
    this.example = example;
    this.next = next;
  }

  ObjectId lock() {
    return example.lock();
  }

  List<Acquisition> held() {
    return example.held();
  }

  /** Equal for tuples that ask for the same. */
  static long hash(LockTuple tuple) {
    long hash = mix(0, tuple.lock(), tuple.mode());
    for (Acquisition hold : tuple.held()) {
      hash = mix(hash, hold.lock(), hold.mode());
    }
    return hash;
  }

  private static long mix(long hash, ObjectId lock, LockMode mode) {
    return (hash ^ (lock.value() << 1 | (mode == LockMode.WRITE ? 1 : 0))) * 0x9e3779b97f4a7c15L;
  }

  boolean isOf(LockTuple tuple) {
    List<Acquisition> mine = example.held();
    List<Acquisition> its = tuple.held();
    boolean equal =
        tuple.lock().equals(example.lock())
            && tuple.mode() == example.mode()
            && mine.size() == its.size();
    for (int i = 0; equal && i < mine.size(); i++) {
      equal =
          mine.get(i).lock().equals(its.get(i).lock()) && mine.get(i).mode() == its.get(i).mode();
    }
    return equal;
  }

  void add(LockTuple tuple) {
    long speaker = tuple.goroutine().value();
    for (int i = first.size() - 1; i >= 0; i--) {
      if (first.get(i).goroutine().value() == speaker) {
        last.set(i, tuple);
        return;
      }
    }
    if (first.size() == REPRESENTATIVES) {
      first.remove(REPRESENTATIVES / 2);
      last.remove(REPRESENTATIVES / 2);
    }
    first.add(tuple);
    last.add(tuple);
  }

  /** The tuples of all speakers. */
  List<LockTuple> tuples() {
    List<LockTuple> tuples = new ArrayList<>(first);
    for (int i = 0; i < last.size(); i++) {
      if (last.get(i).order() != first.get(i).order()) {
        tuples.add(last.get(i));
      }
    }
    return tuples;
  }
}
