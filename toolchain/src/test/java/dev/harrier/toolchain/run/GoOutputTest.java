package dev.harrier.toolchain.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.harrier.model.finding.TargetFailure;
import java.util.List;
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
    assertThat(output.failure()).isEqualTo(new TargetFailure.DoesNotBuild());
  }

  @Test
  void aRejectionByVetIsNoFailedBuild() {
    String rejected =
        """
        # example.com/m
        # [example.com/m]
        ./m_test.go:3:40: fmt.Printf format %d has arg "x" of wrong type string
        """;
    assertThat(failure(rejected)).isEqualTo(new TargetFailure.RejectedByVet());
    String json =
        """
        {"ImportPath":"m [m.test]","Action":"build-output","Output":"# m\\n"}
        {"ImportPath":"m [m.test]","Action":"build-output","Output":"# [m]\\n"}
        {"ImportPath":"m [m.test]","Action":"build-output","Output":"./m_test.go:3:4: no\\n"}
        {"ImportPath":"m [m.test]","Action":"build-fail"}
        """;
    assertThat(failure(json)).isEqualTo(new TargetFailure.RejectedByVet());
    String both =
        """
        # example.com/other [example.com/other.test]
        ./o_test.go:3:32: declared and not used: x
        """;
    assertThat(failure(rejected + both)).isEqualTo(new TargetFailure.DoesNotBuild());
    assertThat(failure(both + rejected)).isEqualTo(new TargetFailure.DoesNotBuild());
  }

  private static TargetFailure failure(String messages) {
    GoOutput output = new GoOutput();
    output.stream().see(messages + "FAIL\texample.com/m [build failed]\n");
    return output.failure();
  }

  @Test
  void whatTheGoCommandRefusesIsNoFailedTest() {
    for (String refusal :
        List.of(
            "go: -race requires cgo; enable cgo by setting CGO_ENABLED=1",
            "pattern ./...: directory prefix . does not contain modules listed in go.work or their"
                + " selected dependencies")) {
      GoOutput output = new GoOutput();
      output.stream().see("FAIL\t./... [setup failed]\n" + refusal + "\n");
      assertThat(output.badUsage()).contains("nothing to test: " + refusal);
    }
  }

  @Test
  void aPatternThatIsRefusedIsKnownAlsoFromEvents() {
    String said =
        "testing: invalid regexp for element 1 of -test.run (\"\\\\(\\\"[\"): error parsing regexp: missing closing ]: `[`";
    JsonObject event = new JsonObject();
    event.addProperty("Action", "output");
    event.addProperty("Output", said + "\n");
    for (String line : List.of(said, event.toString())) {
      GoOutput output = new GoOutput();
      output.stream().see(line + "\n");
      assertThat(output.refused())
          .as(line)
          .contains(new RefusedPattern("\\(\"[", "error parsing regexp: missing closing ]: `[`"));
    }
    for (String line :
        List.of(
            "{\"Output\":\"testing: invalid regexp ",
            "{\"Output\":null,\"Test\":\"testing: invalid regexp x\"}",
            "{\"Output\":{},\"Test\":\"testing: invalid regexp x\"}")) {
      GoOutput cut = new GoOutput();
      cut.stream().see(line + "\n");
      assertThat(cut.refused()).as(line).isEmpty();
    }
  }
}
