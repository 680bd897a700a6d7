package dev.harrier.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.process.SettingsFiles;
import dev.harrier.model.ending.Remark;
import dev.harrier.toolchain.driver.MainModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SuppressionFilterTest {
  @TempDir private Path directory;

  @Test
  void aSuppressionWithoutAReasonIsRemarkedOnce() throws Exception {
    Path file = directory.resolve("a.go");
    Files.writeString(file, "package a //harrier:ignore goroutine-leak\n");
    SuppressionFilter filter =
        SuppressionFilter.of(
            new SettingsFiles(), List.of(new MainModule("m", directory)), List.of());
    SuppressionFilter.Filtered before = filter.apply(List.of());
    assertThat(filter.again(before, List.of()).remarks())
        .singleElement()
        .isInstanceOf(Remark.UselessSuppression.class)
        .isEqualTo(before.remarks().getFirst());
  }
}
