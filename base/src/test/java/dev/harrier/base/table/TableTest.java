package dev.harrier.base.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TableTest {
  @Test
  void itDoesWhatAHashMapDoes() {
    Random random = new Random(1);
    Table<String> table = new Table<>();
    Map<Long, String> map = new HashMap<>();
    for (int i = 0; i < 100_000; i++) {
      long id = random.nextInt(10) == 0 ? random.nextLong() : random.nextInt(20_000);
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
