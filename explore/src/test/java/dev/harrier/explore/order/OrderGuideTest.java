package dev.harrier.explore.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.guide.NativeGuide;
import dev.harrier.explore.observe.Observations;
import dev.harrier.explore.observe.Recorded;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.PlanText;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.SampleResults;
import dev.harrier.model.trace.SymbolOffset;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The loop of GFuzz's section 3, on results made of text traces. */
final class OrderGuideTest {
  private static final Target TARGET = SampleTargets.of("app", "TestIt");
  private static final String CHOOSES =
      """
      g1 make o1 @ app.main a.go:1
      g1 make o2 @ app.main a.go:2
      g1 select receive o1* receive o2 @ app.main a.go:10
      """;
  private static final String CHOOSES_AGAIN = CHOOSES + "g1 close o2 @ app.main a.go:11\n";
  private static final String IN_VAIN =
      CHOOSES + "g1 preferred 1 @ app.main a.go:10\ng1 preferred 1 gave-up\n";

  private static OrderGuide guide(int share, int first, boolean feedback) {
    return new OrderGuide(
        new NativeGuide(),
        new OrderGuide.Settings(share, first, feedback, Duration.ofSeconds(4), Optional.empty(), 1),
        OrderMemory.NONE);
  }

  private static Result result(String text) {
    Trace trace = TextTrace.parse(text);
    return SampleResults.passed(
        List.of(),
        Observations.none()
            .with(MeasuresRecorder.MEASURES, Recorded.of(trace, new MeasuresRecorder(trace)))
            .with(
                OrderRecorder.OBSERVED,
                Recorded.of(
                    trace,
                    new OrderRecorder(stack ->
                        Optional.of(new SymbolOffset(1, trace.stack(stack).top().line()))))));
  }

  private static List<String> plan(Schedule schedule) {
    return PlanText.lines(schedule.plan(), false, place -> OptionalLong.of(place.offset()))
        .lines()
        .skip(1)
        .toList();
  }

  @Test
  void theFirstRunSeedsTheQueue() {
    OrderGuide guide = guide(1, 0, true);
    Schedule first = guide.next(TARGET, 0, 100);
    assertThat(plan(first)).isEmpty();
    guide.learn(TARGET, first, result(CHOOSES));
    assertThat(plan(guide.next(TARGET, 1, 100)))
        .satisfiesExactly(
            t -> assertThat(t).isEqualTo("5,500"), t -> assertThat(t).matches("4,10,2,[01]"));
  }

  @Test
  void aRunWithoutNewsAddsNothing() {
    OrderGuide guide = guide(1, 0, true);
    guide.learn(TARGET, guide.next(TARGET, 0, 100), result("g1 exit\n"));
    assertThat(plan(guide.next(TARGET, 1, 100))).isEmpty();
    guide.learn(TARGET, guide.next(TARGET, 2, 100), result(CHOOSES));
    assertThat(plan(guide.next(TARGET, 3, 100))).isNotEmpty();
  }

  @Test
  void ordersOfOneTargetDoNotSteerAnother() {
    OrderGuide guide = guide(1, 0, true);
    guide.learn(TARGET, guide.next(TARGET, 0, 100), result(CHOOSES_AGAIN));
    Target other = new Target.OneTest(TARGET.program(), "TestOther", "", List.of());
    assertThat(plan(guide.next(other, 0, 100))).isEmpty();
  }

  @Test
  void ordersHaveTheirShareOfTheExecutions() {
    OrderGuide guide = guide(3, 2, true);
    guide.learn(TARGET, guide.next(TARGET, 0, 100), result(CHOOSES));
    List<Boolean> ordered =
        IntStream.range(0, 9).mapToObj(i -> !plan(guide.next(TARGET, i, 100)).isEmpty()).toList();
    assertThat(ordered).containsExactly(false, false, true, false, false, true, false, false, true);
  }

  @Test
  void everyOtherOrderWaitsForEverWhereThatIsFree() {
    OrderGuide guide =
        new OrderGuide(
            new NativeGuide(),
            new OrderGuide.Settings(
                1, 0, true, Duration.ofSeconds(4), Optional.of(Duration.ofHours(1)), 1),
            OrderMemory.NONE);
    guide.learn(TARGET, guide.next(TARGET, 0, 100), result(CHOOSES));
    Schedule first = guide.next(TARGET, 1, 100);
    assertThat(plan(first).getFirst()).isEqualTo("5,500");
    assertThat(plan(guide.next(TARGET, 2, 100)).getFirst()).isEqualTo("5,3600000");
  }

  @Test
  void anOrderInVainGetsThreeSecondsMore() {
    OrderGuide guide = guide(1, 0, true);
    guide.learn(TARGET, guide.next(TARGET, 0, 100), result(CHOOSES));
    Schedule attempt = guide.next(TARGET, 1, 100);
    guide.learn(TARGET, attempt, result(IN_VAIN));
    List<String> again = plan(guide.next(TARGET, 2, 100));
    assertThat(again.getFirst()).isEqualTo("5,3500");
    assertThat(again.getLast()).isEqualTo(plan(attempt).getLast());
  }

  @Test
  void anAttemptIsKnownByItsOrderWhereAnotherGuideAddsToItsSchedule() {
    OrderGuide guide = guide(1, 0, true);
    guide.learn(TARGET, guide.next(TARGET, 0, 100), result(CHOOSES));
    Schedule attempt = guide.next(TARGET, 1, 100);
    List<PlanEntry> more = new ArrayList<>(attempt.plan().entries());
    more.add(new PlanEntry.AccessPoint(new SymbolOffset(1, 7)));
    guide.learn(TARGET, new Schedule.Native(new Plan(more)), result(IN_VAIN));
    assertThat(plan(guide.next(TARGET, 2, 100)).getFirst()).isEqualTo("5,3500");
  }
}
