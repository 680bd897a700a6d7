package dev.harrier.report.text;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.usage.CoverageReport;
import dev.harrier.model.usage.Uncovered;
import dev.harrier.report.FindingGroup;
import dev.harrier.report.Printable;
import dev.harrier.report.Renderer;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.Shapes;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.store.KeptLines;
import dev.harrier.report.words.Advice;
import dev.harrier.report.words.Remarks;
import dev.harrier.report.words.Shortfalls;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The report for people. */
public final class TextRenderer implements Renderer {
  /** How much is said. */
  public enum Volume {
    /** One line each, and nothing if all went well: for people who read the findings elsewhere. */
    LINES,
    /** What fails in a few lines each, the rest in one line each. */
    BRIEF,
    /** Everything, of all findings. */
    WHOLE
  }

  private final SourcePaths paths;
  private final Palette palette;
  private final Volume volume;
  private final KeptLines kept;

  /**
   * For a run that has just ended.
   *
   * @param paths relative to the directory where the reader is
   */
  public TextRenderer(SourcePaths paths, Palette palette, Volume volume) {
    this(paths, palette, volume, KeptLines.NONE);
  }

  /**
   * @param paths relative to the directory where the reader is
   * @param kept the lines that are quoted where a file has changed since the run or is gone
   */
  public TextRenderer(SourcePaths paths, Palette palette, Volume volume, KeptLines kept) {
    this.paths = paths;
    this.palette = palette;
    this.volume = volume;
    this.kept = kept;
  }

  @Override
  public void render(RunReport foreign, Appendable out) throws IOException {
    RunReport report = Printable.report(foreign);
    if (volume == Volume.LINES && isUneventful(report)) {
      return;
    }
    Headline headline = headline(report.run());
    Listing listing = new Listing(out, palette, headline);
    Set<String> advice = new HashSet<>();
    switch (volume) {
      case LINES -> {
        for (Finding finding : report.failing()) {
          write(report.run(), headline, finding, advice, out);
        }
        listing.listed(report.listed(), Shapes.among(List.of()));
      }
      case BRIEF -> {
        Shapes shapes = report.shapes();
        for (FindingGroup group : FindingGroup.of(shapes.without(report.failing()))) {
          write(report.run(), headline, group.first(), advice, out);
          listing.shapes(shapes.of(group.first()));
          listing.others(group);
          for (Finding other : group.others()) {
            listing.shapes(shapes.of(other));
          }
        }
        listing.listed(shapes.without(report.listed()), shapes);
      }
      case WHOLE -> {
        Shapes shapes = report.shapes();
        for (Finding finding : report.findings()) {
          write(report.run(), headline, finding, shapes.shapeOf(finding), advice, out);
        }
        uncovered(report.run(), out);
      }
    }
    new Summary(out, palette, volume).write(report);
  }

  /** What no execution showed, each in one line. */
  private void uncovered(RunRecord run, Appendable out) throws IOException {
    List<Uncovered> all =
        run.ending()
            .flatMap(ending -> ending.explored().coverage())
            .map(CoverageReport::uncovered)
            .orElse(List.of());
    for (Uncovered one : all) {
      out.append(Shortfalls.line(one, paths::shown)).append('\n');
    }
    if (!all.isEmpty()) {
      out.append('\n');
    }
  }

  private static boolean isUneventful(RunReport report) {
    return report.failing().isEmpty()
        && report.listed().isEmpty()
        && report
            .run()
            .ending()
            .filter(end ->
                end.outcome() instanceof RunOutcome.Passed
                    && end.gaps().isEmpty()
                    && Remarks.of(end).isEmpty())
            .isPresent();
  }

  /** Writes one finding of a run, for formats that hold the text of each by itself. */
  public void renderFinding(RunRecord run, Finding found, Appendable out) throws IOException {
    write(run, headline(run), Printable.finding(found), new HashSet<>(), out);
  }

  private void write(
      RunRecord run, Headline headline, Finding finding, Set<String> advice, Appendable out)
      throws IOException {
    write(run, headline, finding, Optional.empty(), advice, out);
  }

  /**
   * @param shapeOf the finding that stands for it
   * @param advice that was given above, to which this finding's is added
   */
  private void write(
      RunRecord run,
      Headline headline,
      Finding finding,
      Optional<Finding> shapeOf,
      Set<String> advice,
      Appendable out)
      throws IOException {
    String fix = Advice.of(finding);
    if (!fix.isEmpty() && !advice.add(fix)) {
      fix = "as above";
    }
    StackText stacks = new StackText(paths, run.go().root());
    List<String> lines =
        switch (volume) {
          case LINES -> List.of(headline.inOneLine(finding));
          case BRIEF -> BriefFinding.of(finding, fix, headline, stacks);
          case WHOLE -> WholeFinding.of(finding, shapeOf, fix, headline, stacks);
        };
    for (String line : lines) {
      out.append(line).append('\n');
    }
    if (volume != Volume.LINES) {
      out.append('\n');
    }
  }

  private Headline headline(RunRecord run) {
    return new Headline(paths, palette, Excerpt.of(run), new SourcePaths(run.moduleRoot()), kept);
  }
}
