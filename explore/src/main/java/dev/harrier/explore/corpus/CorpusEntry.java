package dev.harrier.explore.corpus;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One line of a corpus.
 *
 * @param target as people call it
 * @param code digest of its sources
 * @param executions that it has had; 0 if that is not what the line tells
 * @param schedule a replay string; "" if that is not what the line tells
 */
record CorpusEntry(String target, String code, long executions, String schedule) {
  private static final Gson GSON = new Gson();

  /** Members that may be missing in a damaged file. */
  private record Raw(
      @Nullable String target,
      @Nullable String code,
      @Nullable Long executions,
      @Nullable String schedule) {}

  static Optional<CorpusEntry> parse(String line) {
    try {
      Raw raw = GSON.fromJson(line, Raw.class);
      if (raw == null || raw.target == null || raw.code == null) {
        return Optional.empty();
      }
      long executions = raw.executions == null ? 0 : raw.executions;
      return executions < 0 || executions > Integer.MAX_VALUE
          ? Optional.empty()
          : Optional.of(
              new CorpusEntry(
                  raw.target, raw.code, executions, raw.schedule == null ? "" : raw.schedule));
    } catch (JsonSyntaxException e) {
      return Optional.empty();
    }
  }

  String line() {
    return GSON.toJson(this) + "\n";
  }
}
