package dev.harrier.base.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TableTest {
  /** A damaged trace may have any number. */
  @Test
  void aNumberFarAboveTheOthersTakesNoRoom() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Table<String> table = new Table<>();
    for (long id = 0; id < 2000; id++) {
      table.put(id, "v");
      table.put((1L << 33) + id * (1 << 20), "w");
    }
    assertThat(table.all()).hasSize(4000);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4L << 20);
  }

  /** Entries come and go, and numbers only grow: whatever was left out, all are found again. */
  @Test
  void numbersThatAreHandedOutStayInTheArray() {
    Table<Long> table = new Table<>();
    long found = 0;
    for (long id = 0; id < 4_000_000; id += 10) {
      table.put(id, id);
      table.remove(id - 1000);
      found += Objects.equals(table.get(id), id) ? 1 : 0;
    }
    assertThat(found).isEqualTo(400_000);
    assertThat(table.all()).hasSize(100).isSorted();
  }

  @Test
  void itDoesWhatAHashMapDoes() {
    Random random = new Random(1);
    Table<String> table = new Table<>();
    Map<Long, String> map = new HashMap<>();
    for (int i = 0; i < 100_000; i++) {
      long id =
          random.nextInt(10) == 0
              ? random.nextLong() >>> random.nextInt(64)
              : random.nextInt(20_000);
      if (random.nextInt(3) == 0) {
        table.remove(id);
        map.remove(id);
      } else if (map.putIfAbsent(id, "v" + id) == null) {
        table.put(id, "v" + id);
      }
      assertThat(table.get(id)).isEqualTo(map.get(id));
    }
    table.removeIf(value -> value.endsWith("7"));
    map.values().removeIf(value -> value.endsWith("7"));
    assertThat(table.size()).isEqualTo(map.size());
    assertThat(table.all()).containsExactlyInAnyOrderElementsOf(map.values());
  }
}
