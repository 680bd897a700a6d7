package dev.harrier.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.ending.ProbeNote;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a run that wrote concurrent tests says of itself. */
final class ProbeWordsTest {
  private static final ProbeNote.Subject QUEUE = subject("Queue");

  private static ProbeNote.Subject subject(String type) {
    return new ProbeNote.Subject(type, false);
  }

  @Test
  void whatWasTried() {
    assertThat(ProbeWords.of(new ProbeNote.Probed(1, 1, 0, 1, 0)))
        .isEqualTo(
            "probed 1 of 1 type with exported methods by 1 scenario; the results of 0 are compared with those of all sequential orders");
    assertThat(
            ProbeWords.of(
                new ProbeNote.TypeProbed(
                    QUEUE,
                    2,
                    1,
                    new ProbeNote.Left(30, 4, 5),
                    1,
                    List.of(new ProbeNote.Uncalled("Close", "it may exit")))))
        .isEqualTo(
            "Queue: 2 scenarios; the calls of 1 panic in every order, so that only data races count; 30 more beyond -scenarios; 4 more beyond -time; 5 more than are compiled for one package; 1 that does not compile; Close is not called: it may exit");
    assertThat(ProbeWords.of(new ProbeNote.Probed(1, 2, 1, 12, 3)))
        .startsWith(
            "probed 1 of 2 types with exported methods, and the functions of 1 package, by 12 scenarios;");
    assertThat(
            ProbeWords.of(
                new ProbeNote.TypeProbed(
                    new ProbeNote.Subject("batch", true),
                    10,
                    0,
                    new ProbeNote.Left(0, 0, 0),
                    0,
                    List.of())))
        .isEqualTo("functions of package batch: 10 scenarios");
    assertThat(
            ProbeWords.of(
                new ProbeNote.TypesLeftOut(
                    Stream.of("A", "B", "C", "D", "E", "F", "G", "H", "I")
                        .map(ProbeWordsTest::subject)
                        .toList(),
                    "no object can be made")))
        .isEqualTo(
            "A, B, C, D, E, F, G, H and 1 other type were not probed: no object can be made");
    assertThat(
            ProbeWords.of(
                new ProbeNote.TimeSpent(
                    List.of(
                        new ProbeNote.PhaseTime(ProbeNote.Phase.WRITING, 1_600),
                        new ProbeNote.PhaseTime(ProbeNote.Phase.BUILDING, 9_000),
                        new ProbeNote.PhaseTime(ProbeNote.Phase.EXPLORING, 61_000)))))
        .isEqualTo("time: 2 s writing tests, 9 s building them, 61 s calls at the same time");
  }

  @Test
  void whatWasNotTried() {
    assertThat(ProbeWords.of(new ProbeNote.NotBuilt("m/q", "undefined: x")))
        .isEqualTo("m/q was not probed, since it does not build: undefined: x");
    assertThat(ProbeWords.of(new ProbeNote.TestsNotBuilt("m/q", "undefined: x")))
        .isEqualTo("m/q was probed without its tests, which do not build: undefined: x");
    assertThat(
            ProbeWords.of(
                new ProbeNote.NotExplored(
                    List.of(
                        new ProbeNote.OfType(QUEUE, 2), new ProbeNote.OfType(subject("Pool"), 1)))))
        .isEqualTo(
            "3 scenarios were not explored (2 of Queue, 1 of Pool): the object, or one that its methods give away, could not be made, or the calls did not end one after the other");
    assertThat(ProbeWords.of(new ProbeNote.NotRun(List.of(new ProbeNote.OfType(QUEUE, 4)))))
        .isEqualTo(
            "4 scenarios were not run (4 of Queue): the tests of the package do not build, or end before they begin; the go command says why");
    assertThat(ProbeWords.of(new ProbeNote.EmptyObjects(List.of(new ProbeNote.OfType(QUEUE, 4)))))
        .isEqualTo(
            "4 scenarios were not explored (4 of Queue): no test makes the object, and of one made of empty values the calls panic in every order");
    assertThat(ProbeWords.of(new ProbeNote.WithoutObject(List.of(QUEUE))))
        .isEqualTo(
            "Queue was not probed: no object could be made; the calls of one made of empty values panic");
    assertThat(ProbeWords.of(new ProbeNote.OnlyRaces(List.of(new ProbeNote.OfType(QUEUE, 1)))))
        .startsWith("1 scenario was explored for data races only (1 of Queue): there was no time");
    assertThat(
            ProbeWords.of(
                new ProbeNote.NeverOverlapped(
                    QUEUE, Collections.nCopies(9, List.of("Push(1)", "Pop()")))))
        .startsWith("Queue: no execution overlapped the calls of 9 pairs: Push(1) | Pop(), ")
        .endsWith("Push(1) | Pop(), ...");
    assertThat(ProbeWords.of(new ProbeNote.NothingExplored()))
        .isEqualTo("no calls were made at the same time: the other notes say why");
    assertThat(ProbeWords.of(new ProbeNote.NothingToProbe()))
        .isEqualTo(
            "there is nothing to call at the same time: no exported type has exported methods, and nothing says that goroutines may share variables of the package");
    assertThat(ProbeWords.of(new ProbeNote.NoTypeMatches("^Cach$")))
        .isEqualTo(
            "there is nothing to call at the same time: -type '^Cach$' matches no exported type that has exported methods");
    assertThat(ProbeWords.of(new ProbeNote.NoTime(ProbeNote.Phase.WRITING, List.of("m/a", "m/b"))))
        .isEqualTo(
            "2 packages were not probed (m/a, m/b): writing their tests would take too long; name them, or give a longer -time");
    assertThat(ProbeWords.of(new ProbeNote.NoTime(ProbeNote.Phase.BUILDING, List.of("m/a"))))
        .isEqualTo(
            "1 package was not probed (m/a): building its tests would take too long; name it, or give a longer -time");
    assertThat(ProbeWords.of(new ProbeNote.NotSimplified("the disk is full")))
        .isEqualTo("findings of more than two calls are not simplified: the disk is full");
  }

  @Test
  void whatBecameOfFindings() {
    assertThat(
            ProbeWords.of(
                new ProbeNote.MoreSuspicious(
                    QUEUE,
                    3,
                    List.of(
                        new ProbeNote.OfRule("data-race", List.of("q.go:7", "q.go:9")),
                        new ProbeNote.OfRule("test-panic", List.of("q.go:12"))))))
        .isEqualTo(
            "Queue: 3 more suspicious findings (data-race q.go:7, q.go:9; test-panic q.go:12); -v and -type show all");
    assertThat(
            ProbeWords.of(
                new ProbeNote.Dismissed(
                    List.of(
                        new ProbeNote.DismissedFor(
                            ProbeNote.Why.SEQUENTIAL, List.of(new ProbeNote.OfType(QUEUE, 17))),
                        new ProbeNote.DismissedFor(
                            ProbeNote.Why.NIL, List.of(new ProbeNote.OfType(QUEUE, 1)))))))
        .isEqualTo(
            "18 findings are left out: the same calls, made one after the other, end in the same way (17 of Queue); the calls are given nil where the code relies on a value (1 of Queue)");
    assertThat(ProbeWords.of(new ProbeNote.Wrote("/m/q_test.go"))).isEqualTo("wrote /m/q_test.go");
    assertThat(ProbeWords.of(new ProbeNote.FileExists("TestQueue")))
        .isEqualTo("TestQueue was not written: its file exists");
    assertThat(ProbeWords.of(new ProbeNote.NotWritten("TestQueue", "the disk is full")))
        .isEqualTo("TestQueue was not written: the disk is full");
    assertThat(ProbeWords.of(new ProbeNote.KeptIn("/m/.harrier/runs/1/generated/tests")))
        .isEqualTo(
            "the tests are in /m/.harrier/runs/1/generated/tests; -write writes them next to the code");
  }
}
