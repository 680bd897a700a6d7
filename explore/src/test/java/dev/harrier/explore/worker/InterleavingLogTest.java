package dev.harrier.explore.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.failure.TestFailure;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Trace;
import dev.harrier.model.trace.Value;
import dev.harrier.report.words.ActionWords;
import dev.harrier.report.words.Turns;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class InterleavingLogTest {
  private static final String DEADLOCK =
      """
      g1 test-begin t1 TestM
      g1 spawn g2 m.one m.go:1 @ m.TestM m.go:5
      g1 spawn g3 m.two m.go:2 @ m.TestM m.go:6
      g1 block [sync.WaitGroup.Wait] @ m.TestM m.go:7
      object o1 mutex
      g2 acquire o1 @ m.one m.go:11
      g0 choice [goroutine] g2 2 point 4 chosen 3 of 2 g3
      object o2 mutex
      g3 acquire o2 @ m.two m.go:21
      g3 block [sync.Mutex.Lock] o1 @ m.two m.go:22
      g2 block [sync.Mutex.Lock] o2 @ m.one m.go:12
      g0 checkpoint [quiescence] g1 waiting [sync.WaitGroup.Wait] g2 waiting [sync.Mutex.Lock] g3 waiting [sync.Mutex.Lock]
      """;

  @Test
  void eachOperationHasARowAndEachSwitchItsReason() throws Exception {
    Trace trace = TextTrace.parse(DEADLOCK);
    AnalysisContext context = new AnalysisContext(List.of("m"), "/goroot", _ -> List.of());
    InterleavingLog log = new InterleavingLog(trace, context);
    Finding finding =
        new Engine(Catalog.rules(), context).run(trace, log::see).findings().getFirst();

    Interleaving table = log.of(finding).orElseThrow();

    assertThat(table.gaps()).isEmpty();
    assertThat(
            table.turns().stream()
                .map(t ->
                    "%s %s | %s"
                        .formatted(
                            t.operation().goroutine(),
                            ActionWords.of(t.operation()),
                            Turns.reason(t.reason())))
                .collect(Collectors.joining("\n")))
        .isEqualTo(
            """
            g1 created goroutine 2 at m.go:5 |\s
            g1 created goroutine 3 at m.go:6 |\s
            g1 blocked in sync.WaitGroup.Wait at m.go:7 |\s
            g2 locked mutex o1 at m.go:11 | g1 waits
            g3 locked mutex o2 at m.go:21 | the schedule preempts g2 here
            g3 blocked in sync.Mutex.Lock on mutex o1 at m.go:22 |\s
            g2 blocked in sync.Mutex.Lock on mutex o2 at m.go:12 | g3 waits\
            """);
  }

  private static final String MESSAGES =
      """
      g1 test-begin t1 TestM
      g1 make o1 capacity 1 @ m.TestM m.go:4
      g1 make o2 @ m.TestM m.go:5
      g1 spawn g2 m.one m.go:1 @ m.TestM m.go:6
      g1 message o1 number 1 int
      g1 send o1 @ m.TestM m.go:7
      g1 message o1 number 2 int
      g1 block [chan send] o1 @ m.TestM m.go:8
      g2 receive o1 @ m.one m.go:11
      g1 send o1 @ m.TestM m.go:8
      g2 message o2 text 3 "one"
      g2 select send o2 receive o1* @ m.one m.go:12
      g2 message o2 text 3 "two"
      g2 send o2 @ m.one m.go:13
      g1 receive o2 @ m.TestM m.go:9
      g2 close o1 @ m.one m.go:14
      g2 receive o1 closed @ m.one m.go:15
      """;

  /** The table of a run in which a goroutine does so much more after a decision. */
  private static Interleaving afterDecision(int rounds) throws Exception {
    String more = "g3 acquire o3 @ m.two m.go:31\ng3 release o3 @ m.two m.go:32\n";
    String block = "g3 block [sync.Mutex.Lock] o1";
    Trace trace =
        TextTrace.parse(DEADLOCK.replace(block, "object o3 mutex\n" + more.repeat(rounds) + block));
    AnalysisContext context = new AnalysisContext(List.of("m"), "/goroot", _ -> List.of());
    InterleavingLog log = new InterleavingLog(trace, context);
    Finding finding =
        new Engine(Catalog.rules(), context).run(trace, log::see).findings().getFirst();
    return log.of(finding).orElseThrow();
  }

  /** What the schedule decided long before the end is shown with what is next to it. */
  @Test
  void rowsAreLeftOutBetweenADecisionAndTheEnd() throws Exception {
    int others = afterDecision(0).turns().size();
    for (int rounds : new int[] {40, 3_000}) {
      Interleaving table = afterDecision(rounds);

      int omitted = table.gaps().stream().mapToInt(Interleaving.Gap::omitted).sum();
      assertThat(omitted).isGreaterThan(20);
      assertThat(table.turns().size() + omitted).isEqualTo(others + 2 * rounds);
      assertThat(table.turns())
          .extracting(Interleaving.Turn::reason)
          .hasAtLeastOneElementOfType(Interleaving.Reason.Preempted.class);
    }
  }

  /** Of rounds that are the same the first and the last one have rows. */
  @Test
  void roundsThatRepeatAreLeftOut() throws Exception {
    int others = afterDecision(0).turns().size();
    Interleaving table = afterDecision(15);

    assertThat(table.turns()).hasSize(others + 2 * 2);
    assertThat(table.gaps()).extracting(Interleaving.Gap::omitted).containsExactly(2 * 13);
  }

  /** What another goroutine does afterwards may be what the assertion came too early for. */
  @Test
  void aTestThatHasFailedOnlyCleansUp() throws Exception {
    assertThat(linesOfFailure("g2 acquire o1 @ m.one m.go:10\n")).containsExactly(5, 6, 7, 10);
  }

  /** The failed test may be one of many. */
  @Test
  void theRowsBeforeAFailureAreKept() throws Exception {
    String others = "g2 acquire o1 @ m.one m.go:10\ng2 release o1 @ m.one m.go:11\n";
    assertThat(linesOfFailure(others.repeat(3_000))).containsExactly(5, 6, 7);
  }

  /** However many other goroutines the process has. */
  @Test
  void whatAFailedTestStartedHasAColumn() throws Exception {
    String others =
        IntStream.rangeClosed(11, 15)
            .mapToObj(number ->
                """
                g9 spawn g%1$d m.other m.go:2 @ m.Main m.go:3
                object o%1$d mutex
                g%1$d acquire o%1$d @ m.other m.go:30
                """
                    .formatted(number))
            .collect(Collectors.joining());
    Interleaving table =
        failure(
            others
                + """
                g1 test-begin t1 TestM
                g1 spawn g2 m.one m.go:1 @ m.TestM m.go:5
                object o1 mutex
                g2 acquire o1 @ m.one m.go:10
                g1 test-fail t1 @ m.TestM m.go:7
                g1 test-end t1 failed
                """);
    assertThat(table.turns())
        .extracting(turn -> turn.operation().site().line())
        .containsExactly(5, 10, 7);
  }

  private static final String READS =
      """
      g1 test-begin t1 TestM
      g1 spawn g2 m.one m.go:1 @ m.TestM m.go:5
      object o1 mutex
      g2 operation 1
      g2 acquire o1 @ m.one m.go:10
      g2 operation 2
      g2 release o1 @ m.one m.go:12
      g2 exit
      g1 operation 1
      g1 acquire o1 @ m.TestM m.go:20
      g1 earlier write of 1 by g2 since 2 from m.one m.go:11
      g1 memory before bits 3 0 ""
      g1 memory after bits 4 0 ""
      g1 earlier write of 2 by g2 since 2 from m.one m.go:11
      g1 memory before bits 0 0 ""
      g1 memory after bits 1 0 ""
      g1 earlier read of 1 by g1 since 0 from m.get m.go:30 < m.TestM m.go:21
      g1 memory before bits 4 0 ""
      g1 earlier read of 2 by g1 since 0 from m.other m.go:40
      g1 memory before bits 1 0 ""
      g1 test-fail t1 @ m.TestM m.go:22
      g1 test-end t1 failed
      """;

  /**
   * What its function has read, or what that called, and what others wrote there: where that was
   * done.
   */
  @Test
  void whatAFailedAssertionMayHaveReadIsWhereThatWasDone() throws Exception {
    assertThat(
            failure(READS).turns().stream()
                .map(turn ->
                    "%s %s, %s"
                        .formatted(
                            turn.operation().goroutine(),
                            ActionWords.brief(
                                turn.mapValues(InterleavingLogTest::ofNumber).withOperand("x")),
                            turn.details().orElseThrow().readAt().map(Site::line).orElse(0))))
        .containsExactly(
            "g1 created goroutine 2, 0",
            "g2 locked mutex x (o1), 0",
            "g2 wrote x: 3 -> 4, 21",
            "g2 unlocked mutex x (o1), 0",
            "g2 exited, 0",
            "g1 locked mutex x (o1), 0",
            "g1 read x: 4, 21",
            "g1 failed TestM, 0");
  }

  /** What led to a panic is before it, though its deferred function does something then. */
  @Test
  void whatWasReadBeforeAPanicIsWhereThatWasDone() throws Exception {
    Trace trace =
        TextTrace.parse(
            """
            g1 test-begin t1 TestM
            g1 spawn g2 m.take m.go:1 @ m.TestM m.go:5
            object o1 mutex
            g1 operation 1
            g1 acquire o1 @ m.put m.go:10 < m.TestM m.go:6
            g1 operation 2
            g1 release o1 @ m.put m.go:12 < m.TestM m.go:6
            g2 operation 1
            g2 acquire o1 @ m.take m.go:20
            g2 panic "index out of range" @ m.at m.go:30 < m.take m.go:22
            g2 operation 2
            g2 release o1 @ m.take m.go:21 < m.at m.go:30 < m.take m.go:22
            g2 earlier write of 1 by g1 since 3 from m.put m.go:11 < m.TestM m.go:6
            g2 memory before bits 3 0 ""
            g2 memory after bits 4 0 ""
            g2 earlier read of 1 by g2 since 1 from m.size m.go:40 < m.take m.go:21
            g2 memory before bits 4 0 ""
            g2 earlier read of 1 by g2 since 1 from m.take m.go:23
            g2 memory before bits 4 0 ""
            g2 fatal "index out of range" @ m.at m.go:30 < m.take m.go:22
            """);
    AnalysisContext context = new AnalysisContext(List.of("m"), "/goroot", _ -> List.of());
    InterleavingLog log = new InterleavingLog(trace, context);
    Finding finding =
        new Engine(Catalog.rules(), context)
            .run(trace, log::see).findings().stream()
                .filter(f -> f.rule().id().equals("test-panic"))
                .findFirst()
                .orElseThrow();
    assertThat(
            log.of(finding).orElseThrow().turns().stream()
                .map(turn ->
                    turn.operation().site().line()
                        + turn.details().orElseThrow().readAt().map(at -> " " + at).orElse("")))
        .startsWith(
            "5",
            "10",
            "11 m.take m.go:23",
            "12",
            "20",
            "40 m.take m.go:21",
            "23 m.take m.go:23",
            "30",
            "21");
  }

  /** It came too early for what another goroutine writes later. */
  @Test
  void whatIsWrittenAfterAFailureIsBehindIt() throws Exception {
    Interleaving table =
        failure(
            """
            g1 test-begin t1 TestM
            g1 spawn g2 m.one m.go:1 @ m.TestM m.go:5
            object o1 mutex
            g1 operation 1
            g1 acquire o1 @ m.TestM m.go:20
            g1 test-fail t1 @ m.TestM m.go:22
            g1 operation 2
            g1 release o1 @ m.TestM m.go:23
            g2 operation 1
            g2 acquire o1 @ m.one m.go:10
            g2 earlier read of 1 by g1 since 2 from m.TestM m.go:21
            g2 memory before bits 3 0 ""
            g2 earlier write of 1 by g2 since 0 from m.one m.go:11
            g2 memory before bits 3 0 ""
            g2 memory after bits 4 0 ""
            g1 test-end t1 failed
            """);
    assertThat(table.turns())
        .extracting(turn -> turn.operation().site().line())
        .containsExactly(5, 20, 21, 22, 10, 11);
  }

  private static List<Integer> linesOfFailure(String afterwards) throws Exception {
    Interleaving table =
        failure(
            """
            g1 test-begin t1 TestM
            g1 spawn g2 m.one m.go:1 @ m.TestM m.go:5
            object o1 mutex
            g1 acquire o1 @ m.TestM m.go:6
            g1 test-fail t1 @ m.TestM m.go:7
            g1 release o1 @ m.TestM m.go:8
            %sg1 test-end t1 failed
            """
                .formatted(afterwards));
    return table.turns().stream().map(turn -> turn.operation().site().line()).toList();
  }

  private static Interleaving failure(String text) throws Exception {
    Trace trace = TextTrace.parse(text);
    AnalysisContext context = new AnalysisContext(List.of("m"), "/goroot", _ -> List.of());
    InterleavingLog log = new InterleavingLog(trace, context);
    TestFailure failures = new TestFailure(trace, context);
    new Engine(Catalog.rules(), context)
        .run(
            trace,
            event -> {
              log.see(event);
              if (event instanceof Event.TestFail fail) {
                failures.see(fail);
              }
            });
    return log.of(failures.findings("").getFirst()).orElseThrow();
  }

  /** A channel keeps the order of its messages, whichever side its events come from. */
  @Test
  void whatIsReceivedIsWhatWasSent() throws Exception {
    Trace trace = TextTrace.parse(MESSAGES);
    AnalysisContext context = new AnalysisContext(List.of("m"), "/goroot", _ -> List.of());
    InterleavingLog log = new InterleavingLog(trace, context);
    trace.replay(log::see);

    assertThat(
            log.all().turns().stream()
                .map(t -> t.operation().goroutine() + " " + ActionWords.brief(t))
                .filter(row -> row.contains("sent") || row.contains("rec"))
                .collect(Collectors.joining("\n")))
        .isEqualTo(
            """
            g1 sent 1 on channel o1
            g2 received 1 from channel o1
            g1 sent 2 on channel o1
            g2 received 2 from channel o1 in a select
            g2 sent "two" on channel o2
            g1 received "two" from channel o2\
            """);
  }

  private static final String VALUES =
      """
      g1 test-begin t1 TestM
      g1 spawn g2 m.one m.go:1 @ m.TestM m.go:5
      object o1 mutex
      g2 operation 1
      g2 acquire o1 @ m.one m.go:10
      g2 exit
      g1 operation 1 update 1 @ m.TestM m.go:6
      g1 memory before number 3 int64
      g1 memory after number 4 int64
      g1 operation 2 load 2 @ sync/atomic.(*Bool).Load value.go:1 < m.TestM m.go:7
      g1 memory before number 1 uint32
      g1 race read with g2 write from m.one m.go:3 @ m.TestM m.go:3
      g1 memory before-earlier 2 bits 3 0 ""
      g1 memory after-earlier bits 4 0 ""
      g1 memory before bits 4 0 ""
      g1 race write with g2 write from m.one m.go:3 @ m.TestM m.go:3
      g1 memory before-earlier 2 bits 3 0 ""
      g1 memory after-earlier bits 4 0 ""
      g1 memory before bits 4 0 ""
      g1 operation 3 write 3 @ m.TestM m.go:3
      g1 memory before bits 6 0 ""
      g1 memory after bits 7 0 ""
      """;

  private static Optional<Value> ofNumber(Value value) {
    return Optional.of(
        value instanceof Value.Bits bits
            ? new Value.Numeric("int", Long.toString(bits.word()))
            : value);
  }

  /**
   * The earlier access is where it was made, once; one that is also a scheduling point is where
   * others have run before it.
   */
  @Test
  void accessesHaveWhatTheyFoundAndLeft() throws Exception {
    assertThat(briefly(VALUES))
        .isEqualTo(
            """
            g1 created goroutine 2
            g2 locked mutex o1
            g2 wrote x: 3 -> 4 in a race with goroutine 1
            g2 exited
            g1 updated an atomic: 3 -> 4
            g1 loaded an atomic: true
            g1 read x: 4 in a race with goroutine 2
            g1 wrote x: 6 -> 7 in a race with goroutine 2\
            """);
  }

  private static final String CONNECTIONS =
      """
      g1 test-begin t1 TestM
      g1 spawn g2 m.serve m.go:1 @ m.TestM m.go:5
      g2 operation 1 descriptor 1 listener accept @ m.serve m.go:10
      g2 block [IO wait] @ m.serve m.go:10
      g1 operation 1 descriptor 1 listener dial @ m.TestM m.go:6
      g1 memory after number 2 connection
      g1 operation 2 descriptor 2 connection other @ m.TestM m.go:6
      g1 operation 3 descriptor 2 connection write @ m.TestM m.go:7
      g1 memory after text 4 "ping"
      g1 operation 4 descriptor 2 connection other @ m.TestM m.go:8
      g1 operation 5 descriptor 2 connection close @ m.TestM m.go:9
      g2 memory after number 2 connection
      g2 operation 2 descriptor 2 connection read @ m.serve m.go:11
      g2 memory after text 4 "ping"
      g2 operation 3 descriptor 2 connection read @ m.serve m.go:11
      g2 memory after text 0 ""
      g2 operation 4 descriptor 3 pipe read @ m.serve m.go:12
      g2 block [IO wait] @ m.serve m.go:12
      g1 block [IO wait] @ m.TestM m.go:13
      """;

  /**
   * An operation that has to wait is listed where it begins to wait, and again where it is over.
   */
  @Test
  void connectionsHaveNumbersAndWhatPassedOverThem() throws Exception {
    assertThat(briefly(CONNECTIONS))
        .isEqualTo(
            """
            g1 created goroutine 2
            g2 waits to accept from listener c1
            g1 dialed connection c2 to listener c1
            g1 wrote "ping" to connection c2
            g1 used connection c2
            g1 closed connection c2
            g2 accepted connection c2 from listener c1
            g2 read "ping" from connection c2
            g2 read the end of connection c2
            g2 waits to read from pipe c3
            g1 blocked in IO wait\
            """);
  }

  private static final String MOVED =
      """
      g1 test-begin t1 TestM
      g1 spawn g2 m.one m.go:1 @ m.TestM m.go:5
      object o1 mutex
      object o2 mutex
      g1 race read with g2 write from m.one m.go:3 @ m.TestM m.go:3
      g2 operation 1
      g2 acquire o1 @ m.one m.go:10
      g2 operation 2
      g2 acquire o2 @ m.one m.go:11
      g1 operation 1 read 1 @ m.TestM m.go:3
      g1 race write with g2 write from m.one m.go:3 @ m.TestM m.go:3
      g1 memory before-earlier 2 bits 3 0 ""
      g1 memory after-earlier bits 4 0 ""
      """;

  private static String briefly(String text) throws Exception {
    Trace trace = TextTrace.parse(text);
    InterleavingLog log =
        new InterleavingLog(trace, new AnalysisContext(List.of("m"), "/goroot", _ -> List.of()));
    trace.replay(log::see);
    return log.of(SampleFindings.race("m.go", "m.go")).orElseThrow().turns().stream()
        .map(t -> t.mapValues(InterleavingLogTest::ofNumber))
        .map(t -> t.operation().goroutine() + " " + ActionWords.brief(t))
        .collect(Collectors.joining("\n"));
  }

  /** An access that others run before after all moves down, and what began since moves up. */
  @Test
  void anEarlierAccessIsBeforeTheOperationsThatBeganAfterIt() throws Exception {
    assertThat(briefly(MOVED))
        .isEqualTo(
            """
            g1 created goroutine 2
            g2 locked mutex o1
            g2 wrote x: 3 -> 4 in a race with goroutine 1
            g2 locked mutex o2
            g1 read x in a race with goroutine 2
            g1 wrote x in a race with goroutine 2\
            """);
  }

  private static final String ON_ONE_LINE =
      """
      g1 test-begin t1 TestM
      g1 spawn g2 m.one m.go:1 @ m.TestM m.go:5
      g1 race write with g2 write from m.one m.go:3 @ m.TestM m.go:3
      g1 memory before bits 3 0 ""
      g1 memory after bits 4 0 ""
      g1 race write with g2 write from m.one m.go:9 @ m.TestM m.go:3
      g1 memory before bits 70 0 ""
      g1 memory after bits 80 0 ""
      g2 memory before-earlier 1 bits 5 0 ""
      g2 memory after-earlier bits 6 0 ""
      """;

  /** Another variable that the line writes has another race, and would have the wrong name. */
  @Test
  void aLineMayWriteSeveralVariables() throws Exception {
    assertThat(briefly(ON_ONE_LINE))
        .isEqualTo(
            """
            g1 created goroutine 2
            g1 wrote x: 3 -> 4 in a race with goroutine 2\
            """);
  }

  @Test
  void theRecordOfARaceMayBeLost() throws Exception {
    assertThat(briefly(MOVED.replaceAll("(?m)^g1 race .*\n", "")))
        .isEqualTo(
            """
            g1 created goroutine 2
            g2 locked mutex o1
            g2 locked mutex o2
            g1 read shared memory\
            """);
  }

  private static final String RACES =
      """
      g1 test-begin t1 TestNext
      g1 spawn g2 m.one m.go:1 @ m.TestNext m.go:5
      g2 exit
      g1 race read with g2 write from m.one m.go:12 @ m.TestNext m.go:2
      g1 race write with g2 write from m.one m.go:3 @ m.TestNext m.go:3
      object o1 mutex
      g1 acquire o1 @ m.TestNext m.go:8
      """;

  private static String table(Finding finding) throws Exception {
    return table(finding, RACES);
  }

  private static String table(Finding finding, String run) throws Exception {
    Trace trace = TextTrace.parse(run);
    InterleavingLog log =
        new InterleavingLog(trace, new AnalysisContext(List.of("m"), "/goroot", _ -> List.of()));
    trace.replay(log::see);
    return log.of(finding).orElseThrow().turns().stream()
        .map(t ->
            "%s %s | %s"
                .formatted(t.operation().goroutine(), ActionWords.of(t), Turns.reason(t.reason())))
        .collect(Collectors.joining("\n"));
  }

  /** The sample is a race at line 3. */
  @Test
  void theAccessOfItsRaceHasARowAndWhatFollowsOnAnotherOneItsReason() throws Exception {
    assertThat(table(SampleFindings.race("m.go", "m.go")))
        .endsWith(
            "g1 wrote x in a race with goroutine 2 at m.go:3 | g2 has exited\n"
                + "g1 locked mutex o1 at m.go:8 | ")
        .containsOnlyOnce("race");
    assertThat(table(SampleFindings.testFailed()))
        .endsWith("g1 locked mutex o1 at m.go:8 | g2 has exited")
        .doesNotContain("race");
  }

  /** However much its goroutines do afterwards. */
  @Test
  void theRaceHasARowIfMuchComesBehindIt() throws Exception {
    String afterwards =
        IntStream.range(10, 400)
            .mapToObj("g1 acquire o1 @ m.TestNext m.go:%d\n"::formatted)
            .collect(Collectors.joining());

    String table = table(SampleFindings.race("m.go", "m.go"), RACES + afterwards);

    assertThat(table)
        .contains("g1 wrote x in a race with goroutine 2 at m.go:3")
        .endsWith("at m.go:18 | ");
  }
}
