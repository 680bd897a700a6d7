package dev.harrier.tracing.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.ObjectId;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LiveChannelsTest {
  private static final long HEAP = 0xc000000000L;
  private static final long SIZE = 96;

  private final LiveChannels channels = new LiveChannels();

  @Test
  void aChannelThatOverlapsAnotherTakesItsPlace() {
    channels.put(HEAP, new ObjectId(1));
    channels.put(HEAP + 16, new ObjectId(2));

    assertThat(channels.at(HEAP)).as("another one begins within it").isNull();
    assertThat(channels.at(HEAP + 16)).isEqualTo(new ObjectId(2));
  }

  @Test
  void removingOneLeavesItsNeighbors() {
    channels.put(HEAP, new ObjectId(1));
    channels.put(HEAP + SIZE, new ObjectId(2));
    channels.remove(HEAP);
    channels.remove(HEAP + 8);

    assertThat(channels.at(HEAP)).isNull();
    assertThat(channels.at(HEAP + SIZE)).isEqualTo(new ObjectId(2));
  }

  /** As a heap does it: channels come and go, none overlaps one that is alive. */
  @Test
  void knowsWhatATreeKnows() {
    TreeMap<Long, ObjectId> alive = new TreeMap<>();
    Random random = new Random(7);
    for (int id = 1; id <= 200_000; id++) {
      long address = HEAP + 8L * random.nextInt(1 << 19);
      alive.subMap(address - SIZE, false, address + SIZE, false).clear();
      ObjectId channel = new ObjectId(id);
      alive.put(address, channel);
      channels.put(address, channel);
      long other = HEAP + 8L * random.nextInt(1 << 19);
      if (random.nextInt(4) == 0) {
        alive.remove(other);
        channels.remove(other);
      }
      Long known = alive.floorKey(other);
      if (known != null) {
        assertThat(channels.at(known)).isEqualTo(alive.get(known));
      }
    }
    alive.forEach((address, id) -> assertThat(channels.at(address)).isEqualTo(id));
  }
}
