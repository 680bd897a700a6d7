package dev.harrier.cli.process;

import dev.harrier.report.suppress.HarrierToml;
import dev.harrier.report.suppress.SuppressionException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The {@code .harrier.toml} of each module that a command is about, read once. */
public final class SettingsFiles {
  private final Map<Path, HarrierToml> known = new HashMap<>();

  /**
   * That of a module.
   *
   * @throws UserError if it is there and can't be understood
   */
  public synchronized HarrierToml of(Path module) throws UserError, IOException {
    HarrierToml file = known.get(module);
    if (file == null) {
      try {
        file = HarrierToml.read(module);
      } catch (SuppressionException e) {
        throw UserError.usage(String.valueOf(e.getMessage()));
      }
      known.put(module, file);
    }
    return file;
  }
}
