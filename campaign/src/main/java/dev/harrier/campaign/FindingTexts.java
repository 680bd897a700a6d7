package dev.harrier.campaign;

import dev.harrier.explore.confirm.FindingMerge;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.replay.ReplayCodeException;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.json.JsonDocuments;
import dev.harrier.report.json.MalformedJsonException;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Findings as text, as the store has them: another clone of the module finds its own files.
 *
 * @param moduleRoot of this clone
 */
public record FindingTexts(Path moduleRoot) {
  String text(Finding finding) {
    try {
      return JsonDocuments.findings(List.of(finding), moduleRoot);
    } catch (IOException e) {
      throw new UncheckedIOException("to memory nothing fails", e);
    }
  }

  /** Empty if it is damaged. */
  Optional<Finding> finding(String text) {
    try {
      return JsonDocuments.readFindings(new StringReader(text), moduleRoot).stream().findFirst();
    } catch (MalformedJsonException e) {
      return Optional.empty();
    }
  }

  /** Both, as one text. */
  String joined(String text, Finding finding) {
    return text(finding(text).map(there -> FindingMerge.join(there, finding)).orElse(finding));
  }

  /** Whether there is a schedule that should show it. */
  boolean isReplayable(Finding finding) {
    return finding.strength().isProven() && finding.witness().schedule().isPresent();
  }

  /** The schedule that should show it. */
  Optional<Schedule> schedule(String text) {
    return finding(text)
        .flatMap(f -> f.witness().schedule())
        .flatMap(code -> {
          try {
            return Optional.of(ReplayCode.parse(code).schedule());
          } catch (ReplayCodeException e) {
            return Optional.empty();
          }
        });
  }
}
