package dev.harrier.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.probe.Orders;
import dev.harrier.vet.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class EligibilityTest {
  private static final Eligibility.Room ROOM = new Eligibility.Room(60, 0);

  private static Probe.Scenario scenario(String type, int number, boolean hollow, int callers) {
    String name = type + number;
    List<List<String>> calls = IntStream.range(0, callers).mapToObj(_ -> List.of("Do()")).toList();
    return new Probe.Scenario(
        "TestProbe" + name,
        "TestOrders" + name,
        type,
        "",
        List.of(),
        calls,
        List.of("a.go:1"),
        List.of(),
        100 - number,
        false,
        false,
        hollow,
        "",
        List.of());
  }

  private static Probe probe(List<Probe.Scenario> scenarios) {
    return new Probe(
        "example.com/a",
        "example.com",
        "/a",
        List.of(),
        List.of(),
        scenarios,
        List.of(),
        List.of(),
        List.of(),
        false,
        null,
        null,
        List.of());
  }

  private static String line(Probe.Scenario of, String order, String panic) {
    return """
    {"Test":"%s","Orders":2,"Order":"%s","Got":"","Panic":"%s","Waits":-1}\
    """
        .formatted(of.test(), order, panic);
  }

  private static List<String> panics(Probe.Scenario of, String first, String second) {
    return List.of(line(of, "[0 1]", first), line(of, "[1 0]", second));
  }

  private static final String NIL =
      "runtime error: invalid memory address or nil pointer dereference";

  /** Only one that no test makes, and that lacks something whatever is called first, is none. */
  @Test
  void anObjectOfEmptyValuesIsNoneIfItLacksSomethingInEveryOrder() {
    Probe.Scenario empty = scenario("Empty", 1, true, 2);
    Probe.Scenario alone = scenario("Alone", 2, true, 1);
    Probe.Scenario lazy = scenario("Lazy", 3, true, 2);
    Probe.Scenario strict = scenario("Strict", 4, true, 2);
    Probe.Scenario tested = scenario("Tested", 5, false, 2);
    List<String> lines = new ArrayList<>(panics(empty, NIL, NIL));
    lines.addAll(panics(alone, NIL, NIL));
    lines.addAll(panics(lazy, NIL, ""));
    lines.addAll(panics(strict, NIL, "called twice"));
    lines.addAll(panics(tested, NIL, NIL));
    Probe probe = probe(List.of(empty, alone, lazy, strict, tested));
    Eligibility eligibility =
        new Eligibility(List.of(probe), Orders.read(lines), Set.of(), Set.of(), ROOM);
    assertThat(probe.scenarios())
        .extracting(eligibility::of)
        .containsExactly(
            Eligibility.State.EMPTY_OBJECT,
            Eligibility.State.EMPTY_OBJECT,
            Eligibility.State.EXPLORED,
            Eligibility.State.EXPLORED,
            Eligibility.State.EXPLORED);
  }

  /** What no test could be run of is not late. */
  @Test
  void whyThereAreNoOrdersIsKnown() {
    Probe.Scenario begun = scenario("Begun", 1, false, 2);
    Probe.Scenario late = scenario("Late", 2, false, 2);
    Probe.Scenario single = scenario("Single", 3, false, 1);
    List<Probe> probes = List.of(probe(List.of(begun, late, single)));
    Orders orders = Orders.read(List.of("{\"Begun\":\"TestProbeBegun1\"}"));
    Set<String> here = Set.of("example.com/a");
    Eligibility known = new Eligibility(probes, orders, Set.of(), Set.of(), ROOM);
    assertThat(known.of(begun)).isEqualTo(Eligibility.State.UNFINISHED);
    assertThat(known.of(late)).isEqualTo(Eligibility.State.RACES_ONLY);
    assertThat(known.of(single)).isEqualTo(Eligibility.State.EXPLORED);
    assertThat(new Eligibility(probes, orders, here, Set.of(), ROOM).of(late))
        .isEqualTo(Eligibility.State.NOT_BUILT);
    assertThat(new Eligibility(probes, orders, here, here, ROOM).of(late))
        .isEqualTo(Eligibility.State.REFUSED);
  }

  /** The usual number of each type is explored in any case, and more where there is time. */
  @Test
  void moreOfATypeAreExploredWhereThereIsTime() {
    List<Probe.Scenario> scenarios = new ArrayList<>();
    IntStream.range(0, 10).forEach(number -> scenarios.add(scenario("Map", number, false, 2)));
    scenarios.add(scenario("Item", 20, false, 2));
    List<Probe> probes = List.of(probe(scenarios));
    Orders none = Orders.read(List.of());
    for (long inAll : List.of(0L, 7L, 100L)) {
      Eligibility known =
          new Eligibility(probes, none, Set.of(), Set.of(), new Eligibility.Room(4, inAll));
      assertThat(scenarios.stream().filter(known::isExplored).map(Probe.Scenario::rank))
          .hasSize(Math.clamp(inAll, 5, 11))
          .contains(100, 97, 80);
    }
  }

  /** Where there is not room for all, those of which no order ends come last. */
  @Test
  void whatNeverEndsComesLast() {
    Probe.Scenario stuck = scenario("Bus", 1, false, 2);
    Probe.Scenario waits = scenario("Bus", 2, false, 2);
    Probe.Scenario ends = scenario("Bus", 3, false, 2);
    List<String> lines = new ArrayList<>();
    for (Probe.Scenario one : List.of(stuck, waits, ends)) {
      lines.addAll(panics(one, "", ""));
    }
    lines.replaceAll(line ->
        line.contains(stuck.test()) || (line.contains(waits.test()) && line.contains("[0 1]"))
            ? line.replace("\"Waits\"", "\"Pending\":true,\"Waits\"")
            : line);
    Eligibility eligibility =
        new Eligibility(
            List.of(probe(List.of(stuck, waits, ends))),
            Orders.read(lines),
            Set.of(),
            Set.of(),
            new Eligibility.Room(2, 0));
    assertThat(List.of(stuck, waits, ends))
        .extracting(eligibility::of)
        .containsExactly(
            Eligibility.State.BEYOND_TIME, Eligibility.State.EXPLORED, Eligibility.State.EXPLORED);
  }
}
