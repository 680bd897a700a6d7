package dev.harrier.toolchain.source;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.annotations.SerializedName;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.usage.ConcurrencyUsage;
import dev.harrier.model.usage.ConcurrencyUsage.Lines;
import dev.harrier.model.usage.UsageKind;
import dev.harrier.toolchain.driver.ToolchainException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the front end writes (find.go), as Gson reads it: every field may be missing. */
record UsageOutput(@Nullable List<Entry> usages, @Nullable List<String> problems) {
  record Entry(
      @Nullable String file,
      int line,
      @Nullable String kind,
      @Nullable List<Comm> cases,
      @SerializedName("default") boolean hasDefault,
      @Nullable List<Integer> deferred) {}

  record Comm(boolean send, int line) {}

  /**
   * @throws ToolchainException if the text is not what find.go writes
   */
  static Usages parse(String text) throws ToolchainException {
    try {
      UsageOutput output = new Gson().fromJson(text, UsageOutput.class);
      if (output == null || output.usages == null || output.problems == null) {
        throw new JsonParseException("no list in it");
      }
      return new Usages(output.usages.stream().map(UsageOutput::usage).toList(), output.problems);
    } catch (JsonParseException e) {
      throw unusable(text, e);
    }
  }

  static UsageOutput of(Usages usages) {
    return new UsageOutput(
        usages.all().stream().map(UsageOutput::entry).toList(), usages.problems());
  }

  private static Entry entry(ConcurrencyUsage usage) {
    return new Entry(
        usage.file(),
        usage.line(),
        usage.kind().word(),
        usage.cases().stream()
            .map(c -> new Comm(c.direction() == Direction.SEND, c.line()))
            .toList(),
        usage.hasDefault(),
        usage.deferredIn().map(lines -> List.of(lines.first(), lines.last())).orElse(null));
  }

  String text() {
    return new Gson().toJson(this);
  }

  private static ConcurrencyUsage usage(Entry entry) {
    if (entry.file == null || entry.kind == null) {
      throw new JsonParseException("a usage without file or kind");
    }
    String kind = entry.kind;
    List<Comm> cases = entry.cases == null ? List.of() : entry.cases;
    return new ConcurrencyUsage(
        entry.file,
        entry.line,
        UsageKind.of(kind).orElseThrow(() -> new JsonParseException("unknown kind " + kind)),
        cases.stream()
            .map(
                c -> new ConcurrencyUsage.Case(c.send ? Direction.SEND : Direction.RECEIVE, c.line))
            .toList(),
        entry.hasDefault,
        deferredIn(entry.deferred));
  }

  private static Optional<Lines> deferredIn(@Nullable List<Integer> deferred) {
    return deferred == null || deferred.size() != 2
        ? Optional.empty()
        : Optional.of(new Lines(deferred.getFirst(), deferred.getLast()));
  }

  private static ToolchainException unusable(String text, JsonParseException cause) {
    String start = text.substring(0, Math.min(text.length(), 80)).strip();
    return new ToolchainException(
        "expected a list of concurrency usages from Harrier's front end, found: " + start, cause);
  }
}
