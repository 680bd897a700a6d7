package dev.harrier.ide.lsp;

import dev.harrier.ide.source.Place;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.text.ObjectText;
import dev.harrier.report.words.Causes;
import dev.harrier.report.words.DefectWords;
import dev.harrier.report.words.Parts;
import dev.harrier.report.words.Proofs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticRelatedInformation;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.DiagnosticTag;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/** Findings as an editor shows them. */
record Diagnostics(Documents documents) {
  static final String SOURCE = "harrier";

  Diagnostic of(ShownFinding shown) {
    Finding finding = shown.finding();
    Place place = shown.place(documents);
    boolean stale = place.state() == Place.State.CHANGED;
    Diagnostic diagnostic =
        new Diagnostic(
            line(documents.lines(shown.file()), place.line()),
            message(finding) + (stale ? stale(shown) : ""),
            stale ? DiagnosticSeverity.Hint : severity(finding.strength()),
            SOURCE,
            finding.rule().id());
    if (stale) {
      diagnostic.setTags(List.of(DiagnosticTag.Unnecessary));
    }
    diagnostic.setRelatedInformation(related(shown));
    diagnostic.setData(finding.fingerprint());
    return diagnostic;
  }

  private static String message(Finding finding) {
    String doubts = Proofs.doubts(finding.explanation());
    String cause = Causes.of(finding.witness());
    return DefectWords.of(finding)
        + (finding.strength() == Strength.OBSERVED
            ? ""
            : " (" + finding.strength().name().toLowerCase(Locale.ROOT) + ")")
        + (doubts.isEmpty() ? "" : "; " + doubts)
        + (finding.test().isEmpty() ? "" : "\nin " + finding.test())
        + "\n"
        + (cause.isEmpty() ? "" : "cause: " + cause + "\n")
        + (finding.strength().isProven() ? "proof: " : "basis: ")
        + Proofs.of(finding.explanation());
  }

  private static String stale(ShownFinding shown) {
    return "\nstale: this line has changed since run " + shown.stored().run().id();
  }

  private static DiagnosticSeverity severity(Strength strength) {
    return switch (strength) {
      case OBSERVED, CONFIRMED -> DiagnosticSeverity.Error;
      case PREDICTED, STATIC -> DiagnosticSeverity.Warning;
      case SUSPICIOUS -> DiagnosticSeverity.Information;
    };
  }

  /** The whole of a line without its indentation; lines count from 1 here. */
  static Range line(List<String> lines, int line) {
    String text = line <= lines.size() ? lines.get(line - 1) : "";
    int begin = text.length() - text.stripLeading().length();
    return new Range(
        new Position(line - 1, begin),
        new Position(line - 1, Math.max(begin, text.stripTrailing().length())));
  }

  /** The places of its goroutines and objects in the module. */
  private List<DiagnosticRelatedInformation> related(ShownFinding shown) {
    List<DiagnosticRelatedInformation> all = new ArrayList<>();
    for (Participant participant : shown.finding().participants()) {
      String name = participant.id().value() == 0 ? "" : participant.id() + " ";
      add(all, shown, participant.stack(), name + Parts.of(participant));
      add(all, shown, participant.createdAt(), name + "created here");
    }
    for (InvolvedObject object : shown.finding().objects()) {
      String state = "%s %s".formatted(object.id(), ObjectText.withState(object));
      add(
          all,
          shown,
          object.madeAt(),
          state + (object.madeKnown() ? ", made here" : ", first used here"));
    }
    return all;
  }

  private void add(
      List<DiagnosticRelatedInformation> all, ShownFinding shown, Stack stack, String words) {
    SourcePaths paths = new SourcePaths(shown.module());
    Optional<Site> site = stack.frames().stream().filter(s -> paths.covers(s.file())).findFirst();
    if (site.isPresent()) {
      Path file = Path.of(site.get().file());
      int line = shown.place(file, site.get().line(), documents).line();
      all.add(
          new DiagnosticRelatedInformation(
              new Location(Documents.uri(file), line(documents.lines(file), line)), words));
    }
  }
}
