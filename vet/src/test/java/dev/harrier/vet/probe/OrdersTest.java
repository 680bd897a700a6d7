package dev.harrier.vet.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class OrdersTest {
  private static String line(
      String order, String got, boolean blocked, boolean pending, String panic) {
    return """
    {"Test":"TestProbeA","Orders":2,"Order":"%s","Results":%s,"Blocked":%s,"Pending":%s,"Panic":"%s","Serial":null,"Waits":-1}\
    """
        .formatted(order, got, blocked, pending, panic);
  }

  /** A run whose only call returned this. */
  private static String returned(String order, String got) {
    return returned(order, "[\"Get: %s\"]".formatted(got), "[]");
  }

  private static String returned(String order, String results, String state) {
    return line(order, results, false, false, "").replace("{", "{\"State\":%s,".formatted(state));
  }

  @Test
  void resultsThatAreTheSameInEachRunAreCompared() {
    Orders orders =
        Orders.read(
            List.of(
                returned("[0 1]", "a "),
                returned("[1 0]", " a"),
                returned("[0 1]", "a "),
                returned("[1 0]", " a")));
    assertThat(orders.of("TestProbeA")).isEqualTo(Orders.Behavior.RETURNS);
    assertThat(orders.isComparable("TestProbeA")).isTrue();
    assertThat(orders.results("TestProbeA")).containsExactly("[Get:  a]", "[Get: a ]");
  }

  @Test
  void resultsThatDifferFromRunToRunAreNot() {
    Orders orders =
        Orders.read(
            List.of(returned("[0 1]", "1"), returned("[0 1]", "2"), returned("[1 0]", "1")));
    assertThat(orders.of("TestProbeA")).isEqualTo(Orders.Behavior.RETURNS);
    assertThat(orders.isComparable("TestProbeA")).isFalse();
  }

  private static String identifiers(String order, String first, String second) {
    return returned(order, "[\"New: %s\",\"New: %s\"]".formatted(first, second), "[]");
  }

  /** Identifiers differ from run to run; but two calls never return the same one. */
  @Test
  void resultsThatAlwaysDifferAreComparedWithEachOther() {
    List<String> runs =
        List.of(
            identifiers("[0 1]", "100001", "100002"),
            identifiers("[1 0]", "100004", "100003"),
            identifiers("[0 1]", "200001", "200002"),
            identifiers("[1 0]", "200004", "200003"));
    Orders orders = Orders.read(runs);
    assertThat(orders.isComparable("TestProbeA")).isFalse();
    assertThat(orders.distinct("TestProbeA")).containsExactly(List.of(0, 1));
    assertThat(orders.completed("\t//harrier:orders TestProbeA\n\tgot := 1\n\t_ = got\n"))
        .contains(
            "\tif results[0] == results[1] {\n\t\tt.Errorf(\"in every order of the calls these"
                + " results differ: %v\", results)\n\t}\n\tgot := 1\n");
    assertThat(Orders.read(runs.subList(0, 3)).distinct("TestProbeA")).isEmpty();
    // Its test has no text of results to fail with where what shows the state panics.
    Orders stateless =
        Orders.read(runs.stream().map(run -> run.replace("{", "{\"Stateless\":true,")).toList());
    assertThat(stateless.completed("\t//harrier:orders TestProbeA\n\tgot := 1\n\t_ = got\n"))
        .doesNotContain("got");
  }

  /**
   * A bucket of tokens that the time fills: how many are left differs, whether there were some does
   * not.
   */
  @Test
  void whatDiffersFromRunToRunIsLeftOutOfTheComparison() {
    List<String> runs =
        List.of(
            returned("[0 1]", "[\"Take: true 17\",\"Take: false\"]", "[\"1.25\",\"open\"]"),
            returned("[1 0]", "[\"Take: false 18\",\"Take: true\"]", "[\"1.5\",\"open\"]"),
            returned("[0 1]", "[\"Take: true 19\",\"Take: false\"]", "[\"1.75\",\"open\"]"),
            returned("[1 0]", "[\"Take: false 20\",\"Take: true\"]", "[\"2\",\"open\"]"),
            returned("[0 1]", "[\"Take: true 21\",\"Take: false\"]", "[\"3\",\"open\"]"),
            returned("[1 0]", "[\"Take: false 22\",\"Take: true\"]", "[\"4\",\"open\"]"));
    assertThat(Orders.read(runs.subList(0, 4)).isComparable("TestProbeA"))
        .as("what is the same in two runs may be so by chance, as something else is not")
        .isFalse();
    Orders orders = Orders.read(runs);
    assertThat(orders.isComparable("TestProbeA")).isTrue();
    assertThat(orders.results("TestProbeA"))
        .containsExactly(
            "[Take: _ Take: false] then [_ open]", "[Take: _ Take: true] then [_ open]");
    String source = "\t//harrier:orders TestProbeA\n\tstate := 1\n\tgot := 1\n\t_ = got\n";
    assertThat(orders.completed(source))
        .startsWith(
            """
            \tstate := 1
            \tresults[0] = "Take: _" // is not the same in each run
            \tstate[0] = "_" // is not the same in each run
            \tgot := 1
            \tif !map[string]bool{
            """);
    assertThat(orders.unexplained("TestProbeA", "no order of the calls explains their results: x"))
        .hasValueSatisfying(unexplained -> {
          assertThat(unexplained.results()).isEqualTo("x");
          assertThat(unexplained.possible()).isEqualTo(orders.results("TestProbeA"));
        });
    assertThat(orders.unexplained("TestProbeA", "something else")).isEmpty();
  }

  /**
   * A call that waits returns when another one is made: what it returns then is compared as well.
   */
  @Test
  void resultsOfCallsThatWaitForOthersAreCompared() {
    List<String> runs =
        List.of(
            line("[0 1]", "[\"Pop: a\",\"Push\"]", true, false, ""),
            returned("[1 0]", "[\"Pop: a\",\"Push\"]", "[]"));
    assertThat(Orders.read(runs).isComparable("TestProbeA")).isFalse();
    assertThat(
            Orders.read(Stream.concat(runs.stream(), runs.stream()).toList())
                .isComparable("TestProbeA"))
        .isTrue();
  }

  /** Short ones may differ by chance, and those of one order may be the same in another. */
  @Test
  void resultsThatMayBeEqualAreNotComparedWithEachOther() {
    List<String> chance =
        List.of(
            identifiers("[0 1]", "1", "2"),
            identifiers("[1 0]", "4", "3"),
            identifiers("[0 1]", "5", "6"),
            identifiers("[1 0]", "8", "7"));
    assertThat(Orders.read(chance).distinct("TestProbeA")).isEmpty();
    List<String> equal =
        List.of(
            identifiers("[0 1]", "100001", "100002"),
            identifiers("[1 0]", "100004", "100004"),
            identifiers("[0 1]", "200001", "200002"),
            identifiers("[1 0]", "200004", "200003"));
    assertThat(Orders.read(equal).distinct("TestProbeA")).isEmpty();
  }

  /** Their setup may have ended them, or there was no time. */
  @Test
  void itIsKnownWhichOrdersWereBegun() {
    Orders orders = Orders.read(List.of("{\"Begun\":\"TestProbeB\"}", returned("[0 1]", "a")));
    assertThat(orders.isBegun("TestProbeB")).isTrue();
    assertThat(orders.isBegun("TestProbeA")).isFalse();
    assertThat(orders.of("TestProbeB")).isEqualTo(Orders.Behavior.UNKNOWN);
  }

  /** One run does not show whether results depend on the time. */
  @Test
  void resultsOfOneRunAreNotCompared() {
    Orders orders =
        Orders.read(
            List.of(returned("[0 1]", "a"), returned("[1 0]", "a"), returned("[0 1]", "a")));
    assertThat(orders.of("TestProbeA")).isEqualTo(Orders.Behavior.RETURNS);
    assertThat(orders.isComparable("TestProbeA")).isFalse();
  }

  /** How far such a goroutine is depends on the schedule, and the results on that. */
  @Test
  void resultsOfObjectsWithGoroutinesOfTheirOwnAreNotCompared() {
    String asynchronous = returned("[1 0]", "a").replace("{", "{\"Async\":true,");
    Orders orders = Orders.read(List.of(returned("[0 1]", "a"), asynchronous));
    assertThat(orders.of("TestProbeA")).isEqualTo(Orders.Behavior.RETURNS);
    assertThat(orders.isComparable("TestProbeA")).isFalse();
  }

  /** The process may have ended in an order. */
  @Test
  void orderThatIsMissingMakesTheBehaviorUnknown() {
    Orders orders = Orders.read(List.of(returned("[0 1]", "a"), "{\"Test\":\"TestProbeA\",\"Or"));
    assertThat(orders.of("TestProbeA")).isEqualTo(Orders.Behavior.UNKNOWN);
    assertThat(orders.of("TestProbeB")).isEqualTo(Orders.Behavior.UNKNOWN);
    assertThat(orders.isComparable("TestProbeA")).isFalse();
  }

  @Test
  void theWorstThatAnOrderDoesCounts() {
    String waits = line("[0 1]", "[\"a\"]", true, false, "");
    String blocks = line("[1 0]", "null", true, true, "");
    String panics = line("[1 0]", "null", false, false, "close of closed channel");
    assertThat(Orders.read(List.of(waits, returned("[1 0]", "a"))).of("TestProbeA"))
        .isEqualTo(Orders.Behavior.WAITS);
    assertThat(Orders.read(List.of(blocks, waits)).of("TestProbeA"))
        .isEqualTo(Orders.Behavior.BLOCKS);
    assertThat(Orders.read(List.of(panics, blocks)).of("TestProbeA"))
        .isEqualTo(Orders.Behavior.PANICS);
  }

  /** An average of nothing. */
  @Test
  void theStateIsLeftOutWhereItPanics() {
    String source =
        """
        	//harrier:orders TestProbeA
        	got := fmt.Sprint(results, x.Average())
        	_ = got
        }
        """;
    Orders orders =
        Orders.read(
            List.of(
                returned("[0 1]", "a").replace("{", "{\"Stateless\":true,"),
                returned("[1 0]", "a")));
    assertThat(orders.isComparable("TestProbeA")).isFalse();
    assertThat(orders.completed(source)).isEqualTo("}\n");
  }

  /** Its Stop waits for a goroutine that Start starts. */
  @Test
  void whatEndsTheObjectIsLeftOutWhereItWaits() {
    String source =
        """
        func TestProbeA(t *testing.T) {
        	calls.Wait()
        	//harrier:end TestProbeA
        	x.Stop()
        }

        func TestProbeB(t *testing.T) {
        	//harrier:end TestProbeB
        	x.Stop()
        }
        """;
    Orders orders = Orders.read(List.of(returned("[0 1]", "a").replace("{", "{\"Endless\":true,")));
    assertThat(orders.completed(source))
        .isEqualTo(
            """
            func TestProbeA(t *testing.T) {
            	calls.Wait()
            }

            func TestProbeB(t *testing.T) {
            	x.Stop()
            }
            """);
  }

  /** A semaphore of which the second call waits behind the first, and is forgotten. */
  @Test
  void callThatReturnsAfterTheOthersIsForgottenIfItWaits() {
    Orders orders =
        Orders.read(
            List.of(
                served("[0 1 2]", "[]", 0),
                served("[1 0 2]", "[1,0,2]", -1),
                served("[2 0 1]", "[2]", 0)));
    assertThat(orders.forgotten("TestProbeA", Set.of(0, 1), Set.of(2))).containsExactly(2);
    assertThat(orders.forgotten("TestProbeA", Set.of(2), Set.of(0))).isEmpty();
    assertThat(orders.forgotten("TestProbeA", Set.of(), Set.of(0))).isEmpty();
    assertThat(orders.forgotten("TestProbeA", Set.of(2, 1), Set.of(0))).isEmpty();
  }

  /** Of three that meet in twos, the third waits, but so does the first alone. */
  @Test
  void nothingIsKnownWhereTheOthersDoNotReturnOneAfterTheOther() {
    Orders orders = Orders.read(List.of(served("[0 1 2]", "[]", 0), served("[1 0 2]", "[]", 1)));
    assertThat(orders.forgotten("TestProbeA", Set.of(0, 1), Set.of(2))).isEmpty();
  }

  private static String served(String order, String serial, int waits) {
    return line(order, "[]", waits >= 0, waits >= 0, "")
        .replace("null,\"Waits\":-1", "%s,\"Waits\":%d".formatted(serial, waits));
  }

  @Test
  void completedSourceComparesWhatCanBeCompared() {
    String source =
        """
        	//harrier:orders TestProbeA
        	got := fmt.Sprint(results)
        	_ = got
        	//harrier:orders TestProbeB
        	got := fmt.Sprint(results)
        	_ = got
        	//harrier:orders TestProbeA
        	got := fmt.Sprint(results)
        	_ = got
        }

        func TestProbeC(t *testing.T) {
        	got := other()
        	_ = got
        }
        """;
    Orders orders =
        Orders.read(
            List.of(
                returned("[0 1]", "\\\"a\\\""),
                returned("[1 0]", "\\\\"),
                returned("[0 1]", "\\\"a\\\""),
                returned("[1 0]", "\\\\")));
    assertThat(orders.completed(source))
        .contains("if !map[string]bool{")
        .contains("\"[Get: \\\"a\\\"]\": true,")
        .contains("\"[Get: \\\\]\": true,")
        .contains("t.Errorf(\"no order of the calls explains their results: %s\", got)")
        .contains("\tgot := fmt.Sprint(results)\n\t_ = got\n\tgot := fmt.Sprint(results)\n\tif ")
        .endsWith("\tgot := other()\n\t_ = got\n}\n")
        .doesNotContain("harrier:orders");
  }

  /** One order without a panic says that the object is one. */
  @Test
  void whatIsNilInEveryOrderIsKnown() {
    String nil = "runtime error: invalid memory address or nil pointer dereference";
    List<String> always =
        List.of(line("[0 1]", "null", false, false, nil), line("[1 0]", "null", false, false, nil));
    Orders orders = Orders.read(always);
    assertThat(orders.isAlwaysNil("TestProbeA")).isTrue();
    assertThat(orders.isAlwaysPanicking("TestProbeA")).isTrue();
    assertThat(Orders.read(always.subList(0, 1)).isAlwaysNil("TestProbeA")).isFalse();
    Orders once = Orders.read(List.of(always.getFirst(), returned("[1 0]", "a")));
    assertThat(once.isAlwaysNil("TestProbeA")).isFalse();
    assertThat(once.isAlwaysPanicking("TestProbeA")).isFalse();
    Orders closed =
        Orders.read(
            List.of(
                line("[0 1]", "null", false, false, "close of closed channel"),
                line("[1 0]", "null", false, false, nil)));
    assertThat(closed.isAlwaysNil("TestProbeA")).isFalse();
    assertThat(closed.isAlwaysPanicking("TestProbeA")).isTrue();
    assertThat(orders.isAlwaysNil("TestProbeB")).isFalse();
  }
}
