package dev.harrier.explore.cause;

import static dev.harrier.explore.cause.SampleLogs.FIRST;
import static dev.harrier.explore.cause.SampleLogs.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.cause.OperationLog.Entry;
import dev.harrier.model.finding.Location;
import dev.harrier.model.trace.GoroutineId;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which pairs of operations of a failing execution are tried the other way round. */
final class ReversalSearchTest {
  private static final String SECOND =
      """
      g3 operation 1
      g3 acquire o1 @ app.b a.go:6
      g3 operation 2
      g3 acquire o2 @ app.b a.go:7
      """;

  private static final Location NOWHERE = new Location("", 0, 1, "", "");

  private static List<String> pairs(String text, Location place, long... own) {
    OperationLog log = SampleLogs.of(text);
    Set<GoroutineId> ids =
        LongStream.of(own).mapToObj(GoroutineId::new).collect(Collectors.toSet());
    return ReversalSearch.candidates(log, place, ids, Set.of()).stream()
        .map(order ->
            order.former().spot().site().line() + " " + order.latter().spot().site().line())
        .toList();
  }

  @Test
  void theLatestFormerOperationComesFirst() {
    assertThat(pairs(START + FIRST + SECOND, NOWHERE)).containsExactly("5 7", "3 6");
  }

  @Test
  void goroutinesOfTheFindingComeBeforeOthers() {
    String third =
        """
        g1 operation 9
        g1 acquire o2 @ app.main a.go:22
        """;
    assertThat(pairs(START + FIRST + SECOND + third, NOWHERE, 2, 3))
        .containsExactly("5 7", "3 6", "7 22", "5 22");
  }

  /** It can't come before what it exists because of. */
  @Test
  void aGoroutineThatIsStartedLaterIsNoCandidate() {
    String late = "g2 spawn g3 app.b a.go:2 named 3 @ app.a a.go:8\n";
    String start = "g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20\n";
    assertThat(pairs(start + FIRST + late + SECOND, NOWHERE)).isEmpty();
  }

  /** Nor can it before what it is woken by. A lock may be given back later. */
  @Test
  void anOperationThatWaitsForTheFormerGoroutineIsNoCandidate() {
    String blocked = "g3 block [%s] o4 @ app.b a.go:8\n";
    String woken = "g2 unblock g3 @ app.a a.go:9\n";
    assertThat(pairs(START + blocked.formatted("chan receive") + FIRST + woken + SECOND, NOWHERE))
        .isEmpty();
    assertThat(
            pairs(START + blocked.formatted("sync.Mutex.Lock") + FIRST + woken + SECOND, NOWHERE))
        .hasSize(2);
  }

  @Test
  void whatComesAfterTheRaceWasSeenDecidesNothing() {
    String race = "g3 race write with g2 write from app.a a.go:5 @ app.b a.go:9\n";
    Location place = new Location("a.go", 9, 1, "app.b", "app");
    assertThat(pairs(START + FIRST + race + SECOND, place)).isEmpty();
    assertThat(pairs(START + FIRST + SECOND + race, place)).hasSize(2);
  }

  /** A reader can change nothing in a library, though its operations come later. */
  @Test
  void operationsOfTheModuleComeBeforeThoseOfALibrary() {
    String former = "g2 operation 8\ng2 acquire o4 @ net/http.send client.go:9 < app.a a.go:8\n";
    String latter = "g3 operation 9\ng3 acquire o4 @ net/http.serve server.go:10\n";
    assertThat(pairs(START + FIRST + SECOND + former + latter, NOWHERE))
        .containsExactly("5 7", "3 6", "8 10");
  }

  private static String former(String text) {
    OperationLog log = SampleLogs.of(START + text);
    Entry select = log.entries().getFirst();
    Entry send = log.entries().getLast();
    return new DirectedOrder(select, send, false)
        .reported(log)
        .former()
        .operation()
        .action()
        .getClass()
        .getSimpleName();
  }

  /** That a wait begins decides nothing by itself, and a timer that fires later neither. */
  @Test
  void aSelectThatATimerEndsBeforeIsNamedWithThat() {
    String waits =
        "g2 timer-set o7\ng2 operation 1\ng2 block [select] receive o6 receive o7 @ app.a a.go:3\n";
    String fires = "g2 select receive o6 receive o7* blocked @ app.a a.go:3\n";
    String sends = "g3 operation 1\ng3 send o6 @ app.b a.go:6\n";
    assertThat(former(waits + fires + sends)).isEqualTo("Received");
    assertThat(former(waits + sends + fires)).isEqualTo("Blocked");
    assertThat(former(waits.replace("g2 timer-set o7\n", "") + fires + sends)).isEqualTo("Blocked");
  }
}
