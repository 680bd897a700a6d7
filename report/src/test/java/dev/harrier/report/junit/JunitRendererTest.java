package dev.harrier.report.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.ending.Gap;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.model.finding.ToolFailure;
import dev.harrier.report.RunReport;
import dev.harrier.report.SampleEndings;
import dev.harrier.report.SampleReports;
import dev.harrier.testkit.Golden;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class JunitRendererTest {
  private static final SampleReports REPORTS = new SampleReports(Path.of("/nowhere/m"));

  private static String render(RunReport report) throws Exception {
    StringBuilder out = new StringBuilder();
    new JunitRenderer().render(report, out);
    return out.toString();
  }

  private static List<Element> elements(String xml, String name) throws Exception {
    Document document =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(xml)));
    NodeList nodes = document.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  @Test
  void findingsFailAndSuspicionsAreSkipped() throws Exception {
    Golden.assertMatches("leak.junit.xml", render(REPORTS.leak()));
  }

  @Test
  void theCountsOfASuiteAreThoseOfItsCases() throws Exception {
    for (Element suite : elements(render(REPORTS.leak()), "testsuite")) {
      assertThat(suite.getAttribute("tests"))
          .isEqualTo("" + suite.getElementsByTagName("testcase").getLength());
      assertThat(suite.getAttribute("failures"))
          .isEqualTo("" + suite.getElementsByTagName("failure").getLength());
      assertThat(suite.getAttribute("skipped"))
          .isEqualTo("" + suite.getElementsByTagName("skipped").getLength());
    }
  }

  @Test
  void aFailureOfHarrierIsAnErrorAndOneOfTheProgramAFailure() throws Exception {
    List<Gap> whole = List.of();
    String tool =
        render(REPORTS.of(new RunOutcome.ToolFailed(new ToolFailure.Stopped("no space")), whole));
    assertThat(elements(tool, "error")).hasSize(1);
    String target =
        render(REPORTS.of(new RunOutcome.TargetFailed(1, new TargetFailure.DoesNotBuild()), whole));
    assertThat(elements(target, "failure")).hasSize(1);
    assertThat(elements(render(REPORTS.of(new RunOutcome.Passed(), whole)), "failure")).isEmpty();
    String lost = render(REPORTS.of(new RunOutcome.Passed(), SampleEndings.gaps()));
    assertThat(elements(lost, "error")).hasSize(1);
  }

  @Test
  void whatXmlCannotSayIsReplaced() throws Exception {
    String xml =
        render(
            REPORTS.of(
                new RunOutcome.TargetFailed(
                    2, new TargetFailure.AlwaysPanicked(List.of("m.\u001b[31m\ud800<&>"))),
                List.of()));
    assertThat(elements(xml, "failure").getFirst().getAttribute("message"))
        .isEqualTo("m.\\x1b[31m\ufffd<&> panicked every time, whatever the schedule");
  }
}
