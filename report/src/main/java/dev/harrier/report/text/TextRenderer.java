package dev.harrier.report.text;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.trace.Completeness;
import dev.harrier.report.FindingGroup;
import dev.harrier.report.Printable;
import dev.harrier.report.Renderer;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.store.KeptLines;
import java.io.IOException;
import java.util.List;

/** The report for people. */
public final class TextRenderer implements Renderer {
  /** How much is said. */
  public enum Volume {
    /** A line each, and nothing if all went well: for people who read the findings elsewhere. */
    LINES,
    /** What fails in a few lines each, the rest in a line each. */
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
    RunReport report =
        new RunReport(
            Printable.run(foreign.run()),
            foreign.findings().stream().map(Printable::finding).toList());
    if (volume == Volume.LINES && isUneventful(report)) {
      return;
    }
    Listing listing = new Listing(out, palette, headline(report.run()), paths);
    List<FindingGroup> groups = FindingGroup.of(report.failing());
    switch (volume) {
      case LINES -> {
        for (Finding finding : report.failing()) {
          renderFinding(report.run(), finding, out);
        }
        listing.listed(report.listed());
      }
      case BRIEF -> {
        for (FindingGroup group : groups) {
          renderFinding(report.run(), group.first(), out);
          listing.others(group);
        }
        listing.listed(report.listed());
        listing.table(groups);
      }
      case WHOLE -> {
        for (Finding finding : report.findings()) {
          renderFinding(report.run(), finding, out);
        }
        listing.table(groups);
      }
    }
    new Summary(out, palette, volume).write(report);
  }

  private static boolean isUneventful(RunReport report) {
    return report.failing().isEmpty()
        && report.listed().isEmpty()
        && report
            .run()
            .ending()
            .filter(end ->
                end.outcome() instanceof RunOutcome.Passed
                    && end.completeness() instanceof Completeness.Whole
                    && end.notes().isEmpty())
            .isPresent();
  }

  /** Writes one finding of a run, for formats that hold the text of each by itself. */
  public void renderFinding(RunRecord run, Finding found, Appendable out) throws IOException {
    Finding finding = Printable.finding(found);
    StackText stacks = new StackText(paths, run.go().root());
    List<String> lines =
        switch (volume) {
          case LINES -> List.of(headline(run).inOneLine(finding));
          case BRIEF -> BriefFinding.of(finding, headline(run), stacks);
          case WHOLE -> WholeFinding.of(finding, headline(run), stacks);
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
