package dev.harrier.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Location;
import dev.harrier.model.trace.Site;
import org.junit.jupiter.api.Test;

final class NamesTest {
  @Test
  void sharesHaveTwoDigits() {
    assertThat(Names.percent(1)).isEqualTo("100 %");
    assertThat(Names.percent(0.41)).isEqualTo("41 %");
    assertThat(Names.percent(0.0996)).isEqualTo("10 %");
    assertThat(Names.percent(0.0123)).isEqualTo("1.2 %");
    assertThat(Names.percent(0.000_001)).isEqualTo("0.00010 %");
    assertThat(Names.percent(0)).isEqualTo("under 0.0000001 %");
  }

  @Test
  void aPlaceInAnotherDirectoryIsCalledByIt() {
    Location here = Location.of(new Site("cache.Get", "/m/cache/cache.go", 3));
    assertThat(Names.place(new Site("cache.put", "/m/cache/put.go", 7), here))
        .isEqualTo("put.go:7");
    Site there = new Site("pool.Get", "/m/pool/pool.go", 9);
    assertThat(Names.place(there, here)).isEqualTo("pool/pool.go:9");
    assertThat(Names.place(Location.of(there), here)).isEqualTo("pool/pool.go:9");
    assertThat(Names.place(Site.UNKNOWN, here)).isEqualTo("an unknown place");
  }
}
