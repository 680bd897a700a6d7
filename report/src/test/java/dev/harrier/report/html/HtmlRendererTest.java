package dev.harrier.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.report.RunReport;
import dev.harrier.report.SampleReports;
import dev.harrier.report.SourcePaths;
import dev.harrier.testkit.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page itself, and what it does in a browser. */
final class HtmlRendererTest {
  @TempDir private Path root;

  private String html(RunReport report) throws IOException {
    StringBuilder out = new StringBuilder();
    new HtmlRenderer(new SourcePaths(root)).render(report, out);
    return out.toString();
  }

  private Browser open(RunReport report) throws Exception {
    Optional<Path> browser = Browser.find();
    assumeTrue(browser.isPresent(), "there is no Chromium on the PATH");
    Path page = Files.writeString(root.resolve("report.html"), html(report));
    return new Browser(browser.get(), Files.createDirectory(root.resolve("profile")), page.toUri());
  }

  @Test
  void nothingThatAProgramSaysIsMarkup() throws IOException {
    RunReport report =
        new SampleReports(root)
            .of(
                new RunOutcome.TargetFailed(
                    1,
                    new TargetFailure.SometimesFailed(
                        List.of("</script><script>alert(1)</script>"))),
                List.of());
    assertThat(html(report)).doesNotContain("<script>alert").contains("\\u003c/script\\u003e");
  }

  @Test
  void thePageForbidsItselfEveryRequest() throws IOException {
    assertThat(html(new SampleReports(root).leak()))
        .contains("default-src 'none'")
        .doesNotContainPattern("(src|href)=\"(https?:)?//");
  }

  @Test
  void theFirstFindingIsOpenWithItsTimeline() throws Exception {
    Files.createDirectories(root.resolve("find"));
    Files.writeString(
        root.resolve("find/find.go"), "// line\n".repeat(13) + "\t\tch <- lookup()\n");
    Files.setLastModifiedTime(root.resolve("find/find.go"), FileTime.from(Instant.EPOCH));
    try (Browser browser = open(new SampleReports(root).leak())) {
      assertThat(browser.text("document.querySelector('h1').innerText"))
          .isEqualTo("Harrier: 1 finding, 1 suspicious (1 process, 12,402 events, 1.2 s)");
      assertThat(browser.number("document.querySelectorAll('article details[open]').length"))
          .isEqualTo(1);
      assertThat(
              browser.text(
                  "[...document.querySelectorAll('table.lanes tbody tr')]"
                      + ".map(r => r.innerText.replace(/\\s+/g, ' ').trim()).join('\\n')"))
          .isEqualTo(
              """
              2 operations left out
              +0.000 created goroutine 19 find/find.go:13
              +7.000 took the default case of a select (200,000 times) find/find.go:20 the clock jumps 50.1 ms
              1 operation left out
              +1.000 blocked in chan send on channel results (o3) find/find.go:14 g18 has exited\
              """);
      assertThat(browser.text("document.querySelector('pre .hit').innerText"))
          .isEqualTo("\t\tch <- lookup()");
      browser.await("document.querySelectorAll('svg.arrows path').length > 0");
      assertThat(browser.requests()).allMatch(url -> url.startsWith("file:"));
      assertThat(browser.screenshot().length).isGreaterThan(10_000);
    }
  }

  @Test
  void keysAndClicksDoWhatTheySay() throws Exception {
    try (Browser browser = open(new SampleReports(root).leak())) {
      browser.press("j");
      browser.press("j");
      browser.press("Enter");
      browser.await("document.querySelectorAll('article details[open]').length >= 2");
      browser.click("table.lanes .object");
      browser.await("document.querySelectorAll('tr.same').length === 1");
      browser.press("/");
      for (String key : "poll.go".split("")) {
        browser.press(key);
      }
      browser.await("document.getElementById('shown').innerText === '1 of 2 shown'");
      assertThat(browser.text("document.querySelector('article:not([hidden]) .where').innerText"))
          .startsWith("find/poll.go:5");
      browser.press("Escape");
      browser.await("document.getElementById('shown').innerText === '2 shown'");
      assertThat(browser.number("document.querySelectorAll('tr.same').length")).isZero();
    }
  }

  private static final String ROWS =
      "[...document.querySelectorAll('%s')].map(e => e.innerText.replace(/\\s+/g, ' ').trim()).join('\\n')";

  @Test
  void aRunWithoutTheFindingStandsNextToItAndCoverageSaysWhatIsMissing() throws Exception {
    try (Browser browser = open(new SampleReports(root).explored())) {
      assertThat(browser.text(ROWS.formatted(".contrast > section:first-child tbody tr")))
          .startsWith("+0.000 sent on channel o3")
          .contains("\n+1.000 received from channel o3");
      assertThat(browser.text(ROWS.formatted(".contrast > section:last-child tbody tr")))
          .startsWith("+0.000 received from channel o3");
      assertThat(browser.text("document.querySelector('.contrast > section:last-child').innerText"))
          .contains("The test passes unless another goroutine runs at scheduling point 3");
      assertThat(browser.number("document.querySelectorAll('.contrast tr.decides').length"))
          .isEqualTo(4);
      browser.click("details.coverage > summary");
      assertThat(browser.text(ROWS.formatted(".coverage tbody tr")))
          .isEqualTo(
              "find/find.go:14 this send never found a waiting receiver: the sender is always first a"
                  + " test");
    }
  }

  @Test
  void theTwoAccessesOfARaceStandSideBySide() throws Exception {
    try (Browser browser = open(new SampleReports(root).race())) {
      assertThat(browser.number("document.querySelectorAll('.accesses > .goroutine').length"))
          .isEqualTo(2);
      assertThat(
              browser.number(
                  "Math.round(Math.abs(...[[...document.querySelectorAll('.accesses > .goroutine')]"
                      + ".map(e => e.getBoundingClientRect().top).reduce((a, b) => a - b)]))"))
          .as("one beside the other")
          .isZero();
      assertThat(browser.text(ROWS.formatted("section > ul > li")))
          .contains("The goroutine of the first access is started at find_test.go:30: ")
          .contains("The second access is atomic and the first is not")
          .contains("One lock that both hold");
    }
  }

  @Test
  void theGrowthOfALeakIsDrawn() throws Exception {
    try (Browser browser = open(new SampleReports(root).leakInProduction())) {
      assertThat(browser.text("document.querySelector('svg.growth').getAttribute('aria-label')"))
          .isEqualTo("from 3 to 1,014 goroutines in 10 min");
      assertThat(
              browser.number(
                  "Math.round(document.querySelector('svg.growth path.line').getBBox().height)"))
          .as("it rises")
          .isGreaterThan(100);
    }
  }

  @Test
  void aPageOfThousandsOpensAtOnce() throws Exception {
    RunReport leak = new SampleReports(root).leak();
    Finding first = leak.findings().getFirst();
    List<Finding> many = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      many.add(
          new Finding(
              first.rule(),
              first.strength(),
              first.defect(),
              first.location(),
              first.test(),
              first.explanation(),
              first.witness(),
              "id" + i,
              first.sightings()));
    }
    try (Browser browser = open(new RunReport(leak.run(), many))) {
      assertThat(browser.number("document.querySelectorAll('article').length")).isEqualTo(2_000);
      // A second is what a reader has; a machine that builds next to it is slower.
      assertThat(
              browser.number(
                  "Math.round(performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd)"))
          .as("milliseconds")
          .isLessThan(20_000);
    }
  }
}
