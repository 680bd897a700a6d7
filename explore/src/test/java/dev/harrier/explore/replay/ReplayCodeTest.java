package dev.harrier.explore.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultShares;
import dev.harrier.explore.schedule.Network;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.command.ModuleMode;
import dev.harrier.model.command.RaceDetection;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.InjectedFault;
import dev.harrier.model.trace.SymbolOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplayCodeTest {
  private static final GoroutineName WORKER = new GoroutineName(0x1234_5678_9abcL);

  private static ReplayCode code(Schedule schedule) {
    return new ReplayCode(
        "example.com/m-v2/u~x",
        "TestM",
        "one/two",
        new BuildSettings(
            RaceDetection.GO, List.of("a", "ü.1"), ModuleMode.VENDOR, Optional.of("alt.mod")),
        List.of("-test.short", "-x=1 2", "it's"),
        "0123456789abcdef",
        "1.26.8",
        "89abcdef",
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
                new PlanEntry.Computing(WORKER, 2, 1000),
                new PlanEntry.Fault(WORKER, 3, InjectedFault.SHORT_READ, 12),
                new PlanEntry.Fault(GoroutineName.MAIN, 1, InjectedFault.CANCELED, 0),
                new PlanEntry.Delay(WORKER, 0),
                new PlanEntry.Delay(WORKER, 7, GoroutineName.MAIN, 3),
                new PlanEntry.Preference(new SymbolOffset(99, 123456), 3, 2),
                new PlanEntry.Patience(500),
                new PlanEntry.InjectedDelay(new SymbolOffset(98, 123457), 50)));
    for (Schedule schedule :
        List.of(
            new Schedule.Native(plan),
            new Schedule.Controlled(Strategy.Kind.PCT.ofDepth(3), 17, 200, 32, plan),
            new Schedule.Controlled(
                Strategy.Kind.POS.strategy(),
                0,
                1,
                0,
                512,
                new FaultShares(64, 32, 16),
                new Conditions(8, 500_000, 70, true, Network.MEMORY),
                Plan.EMPTY),
            new Schedule.Controlled(Strategy.Kind.POS.strategy(), 0, 1, 0, Plan.EMPTY))) {
      ReplayCode code = code(schedule);
      assertThat(code.toString()).matches("[\\w:=.,/+@%-]+");
      assertThat(ReplayCode.parse(code.toString())).isEqualTo(code);
    }
  }

  @Test
  void whatAnOlderHarrierWroteIsRefused() {
    assertThatThrownBy(() -> ReplayCode.parse("harrier1:pkg=a:strategy=pos:plan=n1.2.3:finding=1"))
        .isInstanceOf(ReplayCodeException.class)
        .hasMessageContaining("find the schedule again with 'harrier fuzz'");
  }

  /** Else a mistyped field counts as one that is not there, and the schedule is another one. */
  @ParameterizedTest
  @ValueSource(strings = {"sed=17", "Plan=n1.2.3", "sun=0123abc", "new=thing"})
  void aFieldThatIsNotKnownIsRefused(String field) {
    String text = "harrier2:pkg=a:strategy=pos:%s:finding=1".formatted(field);
    assertThatThrownBy(() -> ReplayCode.parse(text))
        .isInstanceOf(ReplayCodeException.class)
        .hasMessageMatching("'\\w+' is not a field of a replay string that this Harrier knows. .*");
  }

  /** Most of them are legible: they would show another schedule, in which nothing is found. */
  @Test
  void aStringWithOneWrongCharacterIsRefused() {
    Plan plan = new Plan(List.of(new PlanEntry.Next(GoroutineName.MAIN, 300, WORKER)));
    String text =
        code(new Schedule.Controlled(Strategy.Kind.PCT.ofDepth(3), 17, 200, 32, plan)).toString();
    for (int i = 0; i < text.length(); i++) {
      String wrong = text.substring(0, i) + (text.charAt(i) == '1' ? '2' : '1');
      String cut = wrong.substring(0, i) + text.substring(i + 1);
      assertThatThrownBy(() -> ReplayCode.parse(wrong + text.substring(wrong.length())))
          .isInstanceOf(ReplayCodeException.class);
      assertThatThrownBy(() -> ReplayCode.parse(cut)).isInstanceOf(ReplayCodeException.class);
    }
    String changed = text.replace(":plan=", ":plan=e1.2.3%2B");
    assertThatThrownBy(() -> ReplayCode.parse(changed))
        .hasMessageStartingWith("the replay string is not as Harrier wrote it: ")
        .hasMessageNotContaining(". ");
  }

  /** Strings of earlier versions, as people have shared them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "harrier2:pkg=github.com/alitto/pond:test=TestGroupContextWithError:build=--races%3Dpackages:args=-test.short:strategy=default:seed=581733622:length=200:procs=2:pause=250000:go=1.26.8:code=d58e566dc71d8ab5:finding=034d28ece33ec4a5",
        "harrier2:pkg=a.b/c-d_e~f/v2:test=TestWaitGroupTimeout_timeout:below=one%2F%5Etwo%24:build=-race%3Dtrue,-tags%3Da%20b,-mod%3Dmod:args=-test.timeout%3D1m30s,-test.parallel%3D4:strategy=native:finding=failure"
      })
  void whatIsOnTheListIsTaken(String text) throws Exception {
    ReplayCode code = ReplayCode.parse(text);
    assertThat(code.testFlags()).isEqualTo(code.arguments()).isNotEmpty();
    assertThat(code.programArguments()).isEmpty();
    assertThat(ReplayCode.parse(code.toString())).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "build=-toolexec%3D./evil.sh",
        "build=-race,-exec%3D./evil.sh",
        "build=-tags%3Da%2C-toolexec%3Dx",
        "build=-tags%3Da%0A-toolexec%3Dx",
        "build=-modfile%3D..%2Fx.mod",
        "build=-race%00",
        "build=GOFLAGS%3D-toolexec%3Dx",
        "build=,-race"
      })
  void settingsThatAreNotOnTheListAreRefusedInOneSentence(String build) {
    assertThatThrownBy(() ->
            ReplayCode.parse(
                "harrier2:pkg=a:test=TestA:%s:strategy=pos:finding=1".formatted(build)))
        .isInstanceOf(ReplayCodeException.class)
        .hasMessageMatching("'\\p{Print}*' is not a setting that Harrier takes from others: .*");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pkg=-toolexec%3Dx",
        "pkg=-o",
        "pkg=..%2F..%2Fx",
        "pkg=.",
        "pkg=..",
        "pkg=.%2Fx",
        "pkg=a%2F...",
        "pkg=...",
        "pkg=%2Fetc",
        "pkg=a%2F%2Fb",
        "pkg=a%2F..%2Fb",
        "pkg=a%40latest",
        "pkg=a%20b",
        "pkg=a%0Ab",
        "pkg=a%00b",
        "pkg=x.go%0A",
        "test=-test.run",
        "test=.*",
        "test=TestA%7CTestB",
        "test=TestA%24%7C.",
        "test=TestA%00",
        "test=BenchmarkA",
        "below=a%00b",
        "below=a%0Ab",
        "code=%1B%5B31m",
        "go=1%0A2",
        "finding=a%20b",
        "finding=%1B%5B2J"
      })
  void fieldsOfAnotherFormAreRefused(String field) {
    String rest = "harrier2:pkg=a:test=TestA:strategy=pos:finding=1:%s".formatted(field);
    assertThatThrownBy(() -> ReplayCode.parse(rest))
        .isInstanceOf(ReplayCodeException.class)
        .hasMessageMatching("field \\w+ of the replay string is not \\p{Print}*");
  }

  /** Such as -test.cpuprofile, which writes a file. */
  @Test
  void argumentsOfTheProgramAreToldFromFlagsThatMeanTheSameToEveryTest() throws Exception {
    String text =
        "harrier2:pkg=a:test=%s:args=-test.short,-test.cpuprofile%%3D%%2Fetc%%2Fx,-test.timeout%%3D1s%%20x,-x:strategy=pos:finding=1";
    ReplayCode test = ReplayCode.parse(text.formatted("TestA"));
    assertThat(test.testFlags()).containsExactly("-test.short");
    assertThat(test.programArguments())
        .containsExactly("-test.cpuprofile=/etc/x", "-test.timeout=1s x", "-x");
    ReplayCode main = ReplayCode.parse(text.formatted(""));
    assertThat(main.testFlags()).isEmpty();
    assertThat(main.programArguments()).hasSize(4);
  }

  @Test
  void passwordsAreNotWritten() throws Exception {
    ReplayCode code =
        new ReplayCode(
            "a",
            "",
            "",
            BuildSettings.DEFAULT,
            List.of("-dsn=postgres://me:secret@host/db"),
            "",
            "",
            "",
            new Schedule.Native(Plan.EMPTY),
            "1");
    assertThat(code.toString()).doesNotContain("secret").contains("host");
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
        "harrier2:pkg=a:strategy=pos:computing=1025:finding=1",
        "harrier2:pkg=a:strategy=pos:plan=e1.2.0:finding=1",
        "harrier2:pkg=a:strategy=pos:plan=e1.2.3600000001:finding=1",
        "harrier2:pkg=a%:strategy=pos:finding=1",
        "harrier2:pkg=a:args=%+6:strategy=pos:finding=1",
        "harrier2:pkg=a:args=%-1:strategy=pos:finding=1",
        "harrier2:pkg=a\u0162:strategy=pos:finding=1",
        "harrier2:nonsense",
        "harrier2:"
      })
  void everythingElseIsRefusedWithAdvice(String text) {
    assertThatThrownBy(() -> ReplayCode.parse(text))
        .isInstanceOf(ReplayCodeException.class)
        .hasMessageContaining("A replay string begins with harrier2:");
  }
}
