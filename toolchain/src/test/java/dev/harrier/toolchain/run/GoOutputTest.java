package dev.harrier.toolchain.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class GoOutputTest {
  /** The threads that copy the two streams take turns in the middle of lines. */
  @Test
  void linesOfTwoStreamsDoNotMix() {
    GoOutput output = new GoOutput();
    GoOutput.Stream out = output.stream();
    GoOutput.Stream err = output.stream();
    out.see("panic: test timed");
    err.see("some log line: mat");
    out.see(" out after 1m30s\n");
    err.see("ched no packages");
    err.end();
    assertThat(output.timeLimit()).hasValueSatisfying(d -> assertThat(d).hasSeconds(90));
    assertThat(output.badUsage()).contains("nothing to test: some log line: matched no packages");
  }

  /** As where a test prints to standard error without a newline while a build fails. */
  @Test
  void aLineIsNotHiddenByTheOtherStream() {
    GoOutput output = new GoOutput();
    GoOutput.Stream out = output.stream();
    GoOutput.Stream err = output.stream();
    err.see("progress 10%");
    out.see("FAIL\texample.com/m [build failed]\n");
    err.see("\n");
    assertThat(output.failure()).contains("does not build");
  }
}
