package dev.harrier.explore.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StrategyTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "random", "pct1", "pct3", "pct16", "pos", "yield0", "yield4", "default", "slices", "places"
      })
  void isReadAsItIsWritten(String text) {
    assertThat(Strategy.parse(text)).map(Strategy::toString).hasValue(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "pct", "pct0", "pct17", "yield17", "yield-1", "Random", "pct03 "})
  void anythingElseIsUnknown(String text) {
    assertThat(Strategy.parse(text)).isEmpty();
  }

  @Test
  void namesAreListedForPeople() {
    assertThat(Strategy.names())
        .isEqualTo(
            "random, pct1 to pct16, pos, yield0 to yield16, default, newest, child, slices, places");
  }

  @Test
  void theRuntimeHasOneFileForEach() throws Exception {
    Path runtime = Path.of("../toolchain/src/main/go/runtime");
    List<Integer> registered = new ArrayList<>();
    Matcher line =
        Pattern.compile("\t(\\d+): harrier\\w+\\{}, +//harrier:file (strategy_\\w+\\.go)")
            .matcher(Files.readString(runtime.resolve("strategies.go")));
    while (line.find()) {
      registered.add(Integer.parseInt(line.group(1)));
      assertThat(runtime.resolve(line.group(2))).isRegularFile();
    }
    assertThat(registered)
        .containsExactlyElementsOf(
            Arrays.stream(Strategy.Kind.values()).map(Strategy.Kind::code).toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 17, -1})
  void depthsOutOfRangeAreRefused(int depth) {
    assertThatThrownBy(() -> Strategy.Kind.PCT.ofDepth(depth))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no strategy is called pct");
  }
}
