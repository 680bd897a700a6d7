package dev.harrier.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CountedWorkTest {
  @Test
  void aTargetAfterATurnHasWhatBothKnow() {
    Records.Target before =
        new Records.Target("m.TestA", 40, 40, "another:7", 20, List.of("s1", "s2"), 3, "", true);
    CountedWork.Result result =
        new CountedWork.Result(
            Duration.ofSeconds(1), 20, 5, true, List.of("s2", "s3"), 9, "gone", false);
    assertThat(result.after(before, "me:1"))
        .isEqualTo(
            new Records.Target(
                "m.TestA",
                60,
                60,
                "me:1",
                WorkItemLength.after(20, true, Duration.ofSeconds(1), 25),
                List.of("s1", "s2", "s3"),
                9,
                "gone",
                true));
  }
}
