package dev.harrier.explore.schedule;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.InjectedFault;
import dev.harrier.model.trace.SymbolOffset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlanTextTest {
  private static final GoroutineName A = GoroutineName.MAIN;
  private static final GoroutineName B = new GoroutineName(-99);

  /** One of each kind, with its line, its word, and what the runtime calls its number. */
  private record Example(PlanEntry entry, String line, String word, String constant) {}

  private static final List<Example> EXAMPLES =
      List.of(
          new Example(new PlanEntry.Next(B, 3, A), "1,-99,3,1", "n-2r.3.1", "harrierNextGoroutine"),
          new Example(new PlanEntry.Case(A, 4, 0), "2,1,4,0", "c1.4.0", "harrierSelectCase"),
          new Example(new PlanEntry.Expiry(A, 5), "3,1,5", "t1.5", "harrierTimerExpiry"),
          new Example(
              new PlanEntry.Preference(new SymbolOffset(40, 7), 3, 2),
              "4,1007,3,2",
              "p14.7.3.2",
              "harrierPreference"),
          new Example(new PlanEntry.Patience(500), "5,500", "w500", "harrierPatience"),
          new Example(new PlanEntry.Delay(A, 7, B, 3), "8,1,7,-99,3", "d1.7.-2r.3", "harrierDelay"),
          new Example(
              new PlanEntry.AccessPoint(new SymbolOffset(40, 9)),
              "9,1009",
              "a14.9",
              "harrierAccessPoint"),
          new Example(
              new PlanEntry.Return(A, 6, B, 2), "10,1,6,-99,2", "r1.6.-2r.2", "harrierReturned"),
          new Example(new PlanEntry.Alternatives(), "13", "v", "harrierRecordAll"),
          new Example(
              new PlanEntry.InjectedDelay(new SymbolOffset(40, 9), 50),
              "14,1009,50",
              "l14.9.50",
              "harrierInjectedDelay"),
          new Example(
              new PlanEntry.Computing(A, 2, 10), "15,1,2,10", "e1.2.10", "harrierComputation"),
          new Example(
              new PlanEntry.Lateness(B, 2, 10), "19,-99,2,10", "z-2r.2.10", "harrierLateness"),
          new Example(
              new PlanEntry.Fault(A, 3, InjectedFault.SHORT_READ, 12),
              "16,1,3,3,12",
              "f1.3.short.12",
              "harrierFaultChoice"),
          new Example(new PlanEntry.StrategyFrom(2, 7), "18,2,7", "s2.7", "harrierStrategyFrom"));

  @Test
  void eachKindHasOneLineAndOneWord() {
    for (Example example : EXAMPLES) {
      Plan plan = new Plan(List.of(example.entry));
      assertThat(PlanText.lines(plan, false, PlanTextTest::textOffset))
          .isEqualTo("0,1\n" + example.line + "\n");
      assertThat(PlanText.word(plan)).isEqualTo(example.word);
      assertThat(PlanText.parse(example.word)).isEqualTo(plan);
    }
    assertThat(EXAMPLES.stream().<Class<?>>map(e -> e.entry.getClass()).toList())
        .containsExactlyInAnyOrder(PlanEntry.class.getPermittedSubclasses());
  }

  /** Of a program that has one function. */
  private static OptionalLong textOffset(SymbolOffset place) {
    return place.symbol() == 40 ? OptionalLong.of(1000 + place.offset()) : OptionalLong.empty();
  }

  @Test
  void whatTheProgramDoesNotHaveIsLeftOut() {
    Plan plan =
        new Plan(
            List.of(
                new PlanEntry.AccessPoint(new SymbolOffset(41, 9)), new PlanEntry.Case(A, 4, 0)));
    assertThat(PlanText.lines(plan, false, PlanTextTest::textOffset)).isEqualTo("0,1\n2,1,4,0\n");
  }

  @Test
  void detailsAreAskedForInTheFileOnly() {
    Plan plan = new Plan(List.of(new PlanEntry.Case(A, 4, 0), new PlanEntry.Patience(500)));
    assertThat(PlanText.lines(plan, true, PlanTextTest::textOffset))
        .isEqualTo("0,3\n17\n2,1,4,0\n5,500\n");
    assertThat(PlanText.word(plan)).isEqualTo("c1.4.0+w500");
  }

  @Test
  void numbersAreThoseOfTheRuntime() throws Exception {
    String plan = Files.readString(Path.of("../toolchain/src/main/go/runtime/plan.go"));
    Map<String, String> constants =
        Pattern.compile("(?m)^\t(harrier\\w+) += (\\d+)")
            .matcher(plan)
            .results()
            .collect(toMap(m -> m.group(1), m -> m.group(2)));
    for (Example example : EXAMPLES) {
      assertThat(example.line.split(",", -1)[0]).isEqualTo(constants.get(example.constant));
    }
    assertThat(constants)
        .containsEntry("harrierRecordDetails", "17")
        .containsEntry("harrierWatchdog", Integer.toString(ChoiceKind.WATCHDOG.code()))
        .containsEntry("harrierMissed", Integer.toString(ChoiceKind.MISSED.code()))
        .containsEntry("harrierCandidateChoice", Integer.toString(ChoiceKind.CANDIDATE.code()))
        .containsEntry("harrierReadyCase", Integer.toString(ChoiceKind.READY_CASE.code()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x1.2",
        "n1",
        "n1.3.z9c1.4.0",
        "v1",
        "c1.2.99999999999",
        "f1.2.none.0",
        "e1.2.0",
        "t1.a",
        "p7.3.2",
        "+"
      })
  void damagedWordsAreNamed(String word) {
    assertThatThrownBy(() -> PlanText.parse(word))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("' is not a decision");
  }
}
