package dev.harrier.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.Site;
import dev.harrier.model.usage.CoverageReport;
import dev.harrier.model.usage.Effect;
import dev.harrier.model.usage.GoroutineRole;
import dev.harrier.model.usage.Shortfall;
import dev.harrier.model.usage.Uncovered;
import dev.harrier.model.usage.UsageKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ShortfallsTest {
  private static String of(UsageKind kind, Effect effect, boolean passable) {
    return Shortfalls.means(new Shortfall.EffectNotSeen(kind, effect, passable));
  }

  @Test
  void whatWasNotReachedIsNamedByItsKind() {
    assertThat(Shortfalls.means(new Shortfall.Unreached(UsageKind.GO)))
        .isEqualTo("this go statement was never executed: no run reached it");
    assertThat(Shortfalls.means(new Shortfall.CaseNotChosen(Direction.SEND)))
        .isEqualTo("this send case was never chosen");
    assertThat(Shortfalls.means(new Shortfall.DefaultNotChosen()))
        .isEqualTo("this select never took its default: a case was always ready");
  }

  @Test
  void nothingToCoverIsNoHundredPercent() {
    assertThat(Shortfalls.summary(new CoverageReport(0, 0, 7, List.of())))
        .isEqualTo("nothing to cover: no goroutines, channels or locks in these packages");
  }

  @Test
  void whyAChannelNeverBlocksDependsOnItsBuffer() {
    assertThat(of(UsageKind.SEND, Effect.BLOCKED, false))
        .isEqualTo("this send was never blocked: its receiver is always first");
    assertThat(of(UsageKind.SEND, Effect.BLOCKED, true))
        .isEqualTo(
            "this send was never blocked: the buffer always had room, or a receiver was there");
    assertThat(of(UsageKind.RANGE, Effect.BLOCKED, true))
        .isEqualTo(
            "this loop over a channel was never blocked: a value or the close was always there"
                + " first");
    assertThat(
            Shortfalls.means(
                new Shortfall.CaseEffectNotSeen(Direction.RECEIVE, Effect.UNBLOCKING, false)))
        .isEqualTo("this receive case never found a waiting sender: the receiver is always first");
  }

  @Test
  void eachKindHasAReasonOfItsOwn() {
    assertThat(of(UsageKind.LOCK, Effect.BLOCKED, false))
        .isEqualTo("this Lock never had to wait: the lock was always free");
    assertThat(of(UsageKind.LOCK, Effect.BLOCKING, false))
        .isEqualTo(
            "this Lock never made another goroutine wait: no other goroutine wanted the lock while"
                + " it was held");
    assertThat(of(UsageKind.UNLOCK, Effect.NOP, false))
        .isEqualTo("this Unlock always released a goroutine: the lock was contended every time");
    assertThat(of(UsageKind.CLOSE, Effect.NOP, false))
        .isEqualTo("this close always released a goroutine: it never came before its receivers");
    assertThat(of(UsageKind.SIGNAL, Effect.UNBLOCKING, false))
        .isEqualTo("this Signal never woke a goroutine: it always came before the wait");
    assertThat(of(UsageKind.DONE, Effect.UNBLOCKING, false))
        .isEqualTo(
            "this Done never released a Wait: it was never the last, or no goroutine waited yet");
    assertThat(of(UsageKind.WAIT, Effect.BLOCKED, false))
        .isEqualTo("this Wait never had to wait: all others were always done before it");
  }

  @Test
  void aLineNamesTheGoroutinesIfOthersDiffer() {
    Uncovered uncovered =
        new Uncovered(
            new Site("", "/m/a.go", 3),
            List.of(
                role("testing.(*T).Run", "/go/testing.go", 9),
                role("testing.(*T).Run", "/go/testing.go", 12),
                role("app.main", "/m/a.go", 2),
                new GoroutineRole(Optional.empty())),
            4,
            new Shortfall.EffectNotSeen(UsageKind.SEND, Effect.UNBLOCKING, false));
    assertThat(Shortfalls.line(uncovered, path -> path.substring(3)))
        .isEqualTo(
            "a.go:3: this send never found a waiting receiver: the sender is always first (in a test,"
                + " the goroutine of a.go:2, main)");
    assertThat(Shortfalls.summary(new CoverageReport(7, 8, 2, List.of(uncovered))))
        .isEqualTo("87.5 %: 7 of 8 requirements, 2 kinds of goroutines");
  }

  private static GoroutineRole role(String function, String file, int line) {
    return new GoroutineRole(Optional.of(new Site(function, file, line)));
  }
}
