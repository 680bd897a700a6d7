package dev.harrier.cli.output;

import dev.harrier.cli.process.UserError;
import dev.harrier.model.file.IoErrors;
import dev.harrier.report.Baseline;
import dev.harrier.report.json.JsonDocuments;
import dev.harrier.report.json.MalformedJsonException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of findings that were there before. */
final class Baselines {
  private Baselines() {}

  /** What {@code harrier baseline} wrote. */
  static Baseline read(Path named, Path directory) throws UserError {
    try (Reader reader = Files.newBufferedReader(directory.resolve(named))) {
      return new Baseline(named.toString(), JsonDocuments.readBaseline(reader));
    } catch (MalformedJsonException e) {
      throw UserError.usage("%s is not a baseline: %s".formatted(named, e.getMessage()));
    } catch (IOException e) {
      throw UserError.usage(
          "the baseline %s can't be read: %s; harrier baseline writes one"
              .formatted(named, IoErrors.reason(e)));
    }
  }
}
