package dev.harrier.explore.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.model.trace.GoroutineName;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplayCodeTest {
  private static final GoroutineName WORKER = new GoroutineName(0x1234_5678_9abcL);

  private static ReplayCode code(Schedule schedule) {
    return new ReplayCode(
        "example.com/m v2/ü",
        "TestM",
        "one/two",
        List.of("-race", "-tags=a,b"),
        List.of("-x=1 2", "it's"),
        "0123456789abcdef",
        "1.26.8",
        schedule,
        "fedcba9876543210");
  }

  @Test
  void isReadAsItIsWritten() throws Exception {
    Plan plan =
        new Plan(
            List.of(
                new PlanEntry.Next(GoroutineName.MAIN, 300, WORKER),
                new PlanEntry.Case(WORKER, 5, 0),
                new PlanEntry.Expiry(WORKER, 1),
                new PlanEntry.Delay(WORKER, 0),
                new PlanEntry.Delay(WORKER, 7, GoroutineName.MAIN, 3),
                new PlanEntry.Preference(123456, 3, 2),
                new PlanEntry.Patience(500),
                new PlanEntry.Linger(123457, 50)));
    for (Schedule schedule :
        List.of(
            new Schedule.Native(plan),
            new Schedule.Controlled(new Strategy.Priorities(3), 17, 200, 32, plan),
            new Schedule.Controlled(
                new Strategy.Races(), 0, 1, 0, new Conditions(8, 500_000, 70, true), Plan.EMPTY),
            new Schedule.Controlled(new Strategy.Races(), 0, 1, 0, Plan.EMPTY))) {
      ReplayCode code = code(schedule);
      assertThat(code.toString()).matches("[\\w:=.,/+@%-]+");
      assertThat(ReplayCode.parse(code.toString())).isEqualTo(code);
    }
  }

  @Test
  void whatAnOlderHarrierWroteIsRefused() {
    assertThatThrownBy(() -> ReplayCode.parse("harrier1:pkg=a:strategy=pos:plan=n1.2.3:finding=1"))
        .isInstanceOf(ReplayCodeException.class)
        .hasMessageContaining("find the schedule anew with 'harrier fuzz'");
  }

  @Test
  void fieldsOfANewerHarrierAreIgnored() throws Exception {
    ReplayCode code = code(new Schedule.Native(Plan.EMPTY));
    assertThat(ReplayCode.parse(code + ":new=thing")).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "harrier3:pkg=a:strategy=pos:finding=1",
        "harrier2:pkg=a:strategy=pos",
        "harrier2:strategy=pos:finding=1",
        "harrier2:pkg=a:strategy=magic:finding=1",
        "harrier2:pkg=a:strategy=pos:seed=x:finding=1",
        "harrier2:pkg=a:strategy=pos:seed=-1:finding=1",
        "harrier2:pkg=a:strategy=pos:length=2000000:finding=1",
        "harrier2:pkg=a:strategy=pos:plan=n1.2:finding=1",
        "harrier2:pkg=a:strategy=pos:plan=z1:finding=1",
        "harrier2:pkg=a%:strategy=pos:finding=1",
        "harrier2:nonsense",
        "harrier2:"
      })
  void everythingElseIsRefusedWithAdvice(String text) {
    assertThatThrownBy(() -> ReplayCode.parse(text))
        .isInstanceOf(ReplayCodeException.class)
        .hasMessageContaining("A replay string begins with harrier2:");
  }
}
