package dev.harrier.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Location;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What stands next to a verdict. */
final class FixWordsTest {
  private static FixCheck.Left left(String finding, int line) {
    return new FixCheck.Left(
        finding, "data-race", new Location("/m/m.go", line, 1, "m.f", "example.com/m"));
  }

  private static FixCheck check(FixVerdict verdict) {
    return new FixCheck(
        "0123456789abcdef",
        "example.com/m.TestM",
        verdict,
        Optional.of(new FixCheck.Scheduled("TestM", 1, 2)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(left("0123456789abcdef", 3)),
        List.of(left("fedcba9876543210", 4)),
        Optional.empty());
  }

  @Test
  void anAcceptedChangeIsReadWithWhatIsStillShown() {
    assertThat(FixWords.notes(check(new FixVerdict.NotShownAgain())))
        .containsExactly(
            "the finding had no schedule; TestM shows it before the change, found in 1 execution"
                + " of 2 tests",
            "a schedule that proves nothing, such as one with slow code, still shows it: data-race"
                + " at m.go:3 (01234567)",
            "other findings of before the change are still shown: data-race at m.go:4 (fedcba98)");
    assertThat(FixWords.notes(check(new FixVerdict.StillThere()))).hasSize(1);
  }
}
