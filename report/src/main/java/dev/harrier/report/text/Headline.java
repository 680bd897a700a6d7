package dev.harrier.report.text;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.Printable;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.store.KeptLines;
import dev.harrier.report.text.Palette.Ink;
import dev.harrier.report.words.DefectWords;
import dev.harrier.report.words.Proofs;
import java.util.Locale;
import java.util.Optional;

/**
 * The first lines of a finding: what editors parse, and the line of source.
 *
 * @param module how kept lines name files
 * @param kept the lines that are quoted where the file is not what it was
 */
record Headline(
    SourcePaths paths, Palette palette, Excerpt excerpt, SourcePaths module, KeptLines kept) {
  /** Of a finding in one line, neither the message nor what weakens it is longer. */
  private static final int LONGEST = 180;

  /** {@code file:line:col: rule: message}, with the strength of what is not observed. */
  String of(Finding finding) {
    return of(finding, DefectWords.of(finding));
  }

  private String of(Finding finding, String message) {
    Location at = finding.location();
    String place = place(at) + ":" + at.column() + ":";
    Ink ink = finding.strength().isProven() ? Ink.PROVEN : Ink.SUSPECTED;
    String strength =
        finding.strength() == Strength.OBSERVED
            ? ""
            : " (" + finding.strength().name().toLowerCase(Locale.ROOT) + ")";
    return "%s %s %s%s"
        .formatted(
            palette.paint(Ink.PLACE, place),
            palette.paint(ink, finding.rule().id() + ":"),
            message,
            strength);
  }

  /** {@code file:line}. */
  String place(Location at) {
    return paths.shown(at.file()) + ":" + at.line();
  }

  /** The same with what weakens the finding: all that is said of what is no reason to fail. */
  String inOneLine(Finding finding) {
    String doubts = shortened(Proofs.doubts(finding.explanation()));
    String line = of(finding, shortened(DefectWords.of(finding)));
    return doubts.isEmpty() ? line : line + "; " + doubts;
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST).stripTrailing() + "...";
  }

  /** The line of source that the finding points at, if it can be had. */
  Optional<String> source(Finding finding) {
    Location at = finding.location();
    return excerpt
        .line(at)
        .map(text -> quoted(at, text))
        .or(() ->
            kept.line(module.shown(at.file()), at.line())
                .map(text ->
                    quoted(at, text.strip()) + palette.paint(Ink.ASIDE, "   (as it was then)")));
  }

  private String quoted(Location at, String text) {
    return palette.paint(Ink.ASIDE, "%6d | ".formatted(at.line()))
        + palette.paint(Ink.QUOTED, Printable.line(text));
  }
}
