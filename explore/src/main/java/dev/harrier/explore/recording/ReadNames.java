package dev.harrier.explore.recording;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What an execution read, by name, in that order.
 *
 * @param variables of the environment
 * @param allVariables whether it read the environment as a whole
 * @param files as it opened them, each behind the directory that its path begins in
 */
record ReadNames(Set<String> variables, boolean allVariables, Set<String> files) {
  /** The variable that has the hooks write names, as {@code runtime/recording.go} has it. */
  static final String VARIABLE = "HARRIER_READS";

  private static final int MOST_BYTES = 8 << 20;
  private static final char OF_VARIABLE = 'E';
  private static final char OF_FILE = 'F';

  /** Those that the hooks have written to a file; none if they have made no such file. */
  static ReadNames of(Path file) throws IOException {
    Set<String> variables = new LinkedHashSet<>();
    Set<String> files = new LinkedHashSet<>();
    boolean all = false;
    for (String name : text(file).split("\0")) {
      if (name.isEmpty()) {
        continue;
      }
      String rest = name.substring(1);
      switch (name.charAt(0)) {
        case OF_VARIABLE -> {
          all |= rest.isEmpty();
          variables.add(rest);
        }
        case OF_FILE -> files.add(rest);
        default -> {
          // The process ended while it wrote.
        }
      }
    }
    variables.remove("");
    return new ReadNames(variables, all, files);
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return "";
    }
  }
}
