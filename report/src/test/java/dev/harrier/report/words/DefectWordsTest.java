package dev.harrier.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Sightings;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DefectWordsTest {
  private static final Site OWN = new Site("example.com/m.upload", "/m/upload.go", 9);
  private static final Site CALLED = new Site("io.(*PipeWriter).Write", "/go/src/io/pipe.go", 168);
  private static final Site INNER = new Site("io.(*pipe).write", "/go/src/io/pipe.go", 88);

  private static String words(Defect defect, BlockReason reason, Site... frames) {
    Stack stack = new Stack(List.of(frames), false);
    return DefectWords.of(
        new Finding(
            Rule.GOROUTINE_LEAK,
            Strength.OBSERVED,
            defect,
            Location.of(OWN),
            "TestUpload",
            Explanation.of(
                List.of(
                    new Participant(
                        new GoroutineId(7),
                        Participant.Part.STUCK,
                        new Participant.Condition.Blocked(reason, stack.top()),
                        List.of(),
                        stack,
                        Stack.EMPTY,
                        GoroutineId.NONE,
                        List.of())),
                new Evidence.Unreachable()),
            Witness.NONE,
            "5f1c0a77",
            new Sightings(1, 1)));
  }

  private static Defect leaked(BlockReason reason) {
    return new Defect.Leaked(
        reason, Optional.of(new Defect.Awaited(ObjectKind.CHANNEL, 0)), true, 1);
  }

  /** The source has no select at that place. */
  @Test
  void aSelectOfTheLibraryIsSaidToBeThere() {
    assertThat(words(leaked(BlockReason.SELECT), BlockReason.SELECT, INNER, CALLED, OWN))
        .isEqualTo(
            "goroutine blocks forever: no case of the select in io.(*pipe).write will become ready");
    assertThat(
            words(
                new Defect.Deadlocked(true, BlockReason.SELECT, 1),
                BlockReason.SELECT,
                INNER,
                CALLED,
                OWN))
        .isEqualTo("the test is deadlocked in the select in io.(*pipe).write");
  }

  @Test
  void oneOfTheProgramIsThere() {
    assertThat(words(leaked(BlockReason.SELECT), BlockReason.SELECT, OWN, OWN))
        .as("a function that calls itself")
        .isEqualTo("goroutine blocks forever: no case of its select will become ready");
    assertThat(words(leaked(BlockReason.SELECT), BlockReason.SELECT, OWN))
        .isEqualTo("goroutine blocks forever: no case of its select will become ready");
    assertThat(words(new Defect.Deadlocked(true, BlockReason.SELECT, 1), BlockReason.SELECT, OWN))
        .isEqualTo("the test is deadlocked in select");
  }

  @Test
  void whatElseIsWaitedForIsNamed() {
    assertThat(words(leaked(BlockReason.CHAN_SEND), BlockReason.CHAN_SEND, CALLED, OWN))
        .isEqualTo(
            "goroutine blocks forever: it sends on an unbuffered channel and no goroutine will"
                + " receive");
  }
}
