package dev.harrier.report.junit;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.Printable;
import dev.harrier.report.Renderer;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.text.Palette;
import dev.harrier.report.text.TextRenderer;
import dev.harrier.report.words.DefectWords;
import dev.harrier.report.words.GapWords;
import dev.harrier.report.words.OutcomeWords;
import dev.harrier.report.words.Remarks;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The report as JUnit XML. */
public final class JunitRenderer implements Renderer {
  private static final String OWN_SUITE = "harrier";

  @Override
  public void render(RunReport foreign, Appendable out) throws IOException {
    RunReport report = Printable.report(foreign);
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuites");
      ownSuite(xml, report.run());
      for (Map.Entry<String, List<Finding>> suite : byPackage(report).entrySet()) {
        suite(xml, suite.getKey(), suite.getValue(), report);
      }
      xml.writeCharacters("\n");
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
    out.append(text.getBuffer()).append('\n');
  }

  private static Map<String, List<Finding>> byPackage(RunReport report) {
    return report.findings().stream()
        .collect(
            Collectors.groupingBy(
                f -> f.location().packagePath(), LinkedHashMap::new, Collectors.toList()));
  }

  private static void suite(
      XMLStreamWriter xml, String name, List<Finding> findings, RunReport report)
      throws XMLStreamException, IOException {
    long listed = findings.stream().filter(f -> !report.fails(f)).count();
    begin(xml, name, findings.size(), findings.size() - listed, 0, listed);
    for (Finding finding : findings) {
      boolean skipped = !report.fails(finding);
      testCase(xml, className(finding), caseName(finding, report.run()));
      xml.writeStartElement(skipped ? "skipped" : "failure");
      xml.writeAttribute("message", printable(DefectWords.of(finding)));
      if (!skipped) {
        xml.writeAttribute("type", finding.rule().id());
      }
      xml.writeCharacters(printable(story(finding, report)));
      xml.writeEndElement();
      xml.writeEndElement();
    }
    end(xml);
  }

  private static String className(Finding finding) {
    String packagePath = finding.location().packagePath();
    return finding.test().isEmpty() ? packagePath : packagePath + "." + finding.test();
  }

  private static String caseName(Finding finding, RunRecord run) {
    String file = new SourcePaths(run.moduleRoot()).shown(finding.location().file());
    return "%s at %s:%d".formatted(finding.rule().id(), file, finding.location().line());
  }

  /** The finding's text, as it is on a terminal in the module's root. */
  private static String story(Finding finding, RunReport report) throws IOException {
    StringBuilder text = new StringBuilder("\n");
    new TextRenderer(
            new SourcePaths(report.run().moduleRoot()), Palette.PLAIN, TextRenderer.Volume.WHOLE)
        .renderFinding(report.run(), finding, text);
    return text.toString();
  }

  private static void ownSuite(XMLStreamWriter xml, RunRecord run) throws XMLStreamException {
    RunOutcome outcome =
        run.ending().map(RunRecord.Ending::outcome).orElseGet(RunOutcome.Interrupted::new);
    boolean lost = run.failsByGaps();
    boolean error = lost || outcome instanceof RunOutcome.ToolFailed;
    boolean failed = !error && !(outcome instanceof RunOutcome.Passed);
    begin(xml, OWN_SUITE, 1, failed ? 1 : 0, error ? 1 : 0, 0);
    testCase(xml, OWN_SUITE, String.join(" ", run.command()));
    if (run.ending().isPresent()) {
      xml.writeAttribute("time", seconds(run.ending().get().duration()));
    }
    if (lost) {
      problem(xml, "error", "not everything was looked at");
    } else {
      outcome(xml, outcome);
    }
    String remarks = run.ending().map(JunitRenderer::remarks).orElse("");
    if (!remarks.isEmpty()) {
      xml.writeStartElement("system-out");
      xml.writeCharacters(printable(remarks));
      xml.writeEndElement();
    }
    xml.writeEndElement();
    end(xml);
  }

  private static void outcome(XMLStreamWriter xml, RunOutcome outcome) throws XMLStreamException {
    switch (outcome) {
      case RunOutcome.Passed _ -> {}
      case RunOutcome.TargetFailed f -> problem(xml, "failure", OutcomeWords.of(f.why()));
      case RunOutcome.TimedOut t ->
          problem(xml, "failure", "still running after " + t.limit().toSeconds() + " s");
      case RunOutcome.Interrupted _ -> problem(xml, "failure", "interrupted");
      case RunOutcome.ToolFailed f -> problem(xml, "error", OutcomeWords.of(f.why()));
    }
  }

  private static String remarks(RunRecord.Ending ending) {
    List<String> lines = new ArrayList<>();
    ending.gaps().forEach(gap -> lines.add("incomplete: " + GapWords.of(gap)));
    lines.addAll(Remarks.of(ending));
    return String.join("\n", lines);
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.3f", duration.toMillis() / 1000.0);
  }

  private static void problem(XMLStreamWriter xml, String element, String words)
      throws XMLStreamException {
    xml.writeStartElement(element);
    xml.writeAttribute("message", printable(words));
    xml.writeEndElement();
  }

  private static void begin(
      XMLStreamWriter xml, String name, long tests, long failures, long errors, long skipped)
      throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", printable(name));
    xml.writeAttribute("tests", Long.toString(tests));
    xml.writeAttribute("failures", Long.toString(failures));
    xml.writeAttribute("errors", Long.toString(errors));
    xml.writeAttribute("skipped", Long.toString(skipped));
  }

  private static void end(XMLStreamWriter xml) throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeEndElement();
  }

  private static void testCase(XMLStreamWriter xml, String className, String name)
      throws XMLStreamException {
    xml.writeCharacters("\n    ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", printable(className));
    xml.writeAttribute("name", printable(name));
  }

  /** XML 1.0 has no way to write halves of surrogates, and most control characters. */
  private static String printable(String text) {
    return text.codePoints()
        .map(c -> isXml(c) ? c : 0xFFFD)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isXml(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || c >= 0x10000;
  }
}
