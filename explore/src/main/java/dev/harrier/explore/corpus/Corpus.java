package dev.harrier.explore.corpus;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import dev.harrier.base.file.AtomicFile;
import dev.harrier.base.file.ForeignFiles;
import dev.harrier.base.file.IoErrors;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The corpus of one module. Used under the exploration's lock. */
public final class Corpus {
  private static final long COMPACT_ABOVE = 256 * 1024;
  private static final String HEADER = "harrier corpus 1";

  private final Path file;
  private final Map<String, Known> known = new HashMap<>();
  private final List<Remark> remarks = new ArrayList<>();
  private Optional<Remark> failure = Optional.empty();
  private int damaged;

  /** Whether the last line has no end: the next one would be written behind it. */
  private boolean lacksEnd;

  private record Known(String code, long executions, Set<String> schedules) {}

  private Corpus(Path file) {
    this.file = file;
  }

  /**
   * Reads a corpus, or begins one.
   *
   * @param fresh whether to forget earlier results
   * @throws IOException with a message for the user, if the file is something else or can't be used
   */
  public static Corpus open(Path file, boolean fresh) throws IOException {
    Corpus corpus = new Corpus(file);
    Files.createDirectories(file.getParent());
    if (fresh || isOnlyBegun(file)) {
      Files.deleteIfExists(file);
    }
    if (Files.exists(file)) {
      corpus.read();
      corpus.repair();
    } else {
      corpus.append(HEADER + "\n");
    }
    return corpus;
  }

  /**
   * Reads a corpus and leaves its file as it is.
   *
   * @throws IOException with a message for the user, if the file is something else or can't be read
   */
  public static Corpus read(Path file) throws IOException {
    Corpus corpus = new Corpus(file);
    if (Files.exists(file) && !isOnlyBegun(file)) {
      corpus.read();
    }
    return corpus;
  }

  /**
   * Whether a file has a part of the header and nothing else: Harrier was killed, or the disk was
   * full, when it was made.
   */
  private static boolean isOnlyBegun(Path file) throws IOException {
    return Files.isRegularFile(file)
        && Files.size(file) <= HEADER.length()
        && HEADER.startsWith(
            new String(Files.readAllBytes(ForeignFiles.checked(file)), StandardCharsets.UTF_8));
  }

  private void read() throws IOException {
    String text =
        new String(Files.readAllBytes(ForeignFiles.checked(file)), StandardCharsets.UTF_8);
    List<String> lines = text.lines().toList();
    lacksEnd = !text.endsWith("\n");
    if (lines.isEmpty() || !lines.getFirst().equals(HEADER)) {
      throw new IOException(
          ("%s is not a corpus that this Harrier knows: it should begin with '%s'. Move it away, or"
                  + " begin again with -fresh")
              .formatted(file, HEADER));
    }
    for (String line : lines.subList(1, lines.size())) {
      if (line.isEmpty()) {
        continue; // Earlier versions added an end where there was one already.
      }
      Optional<CorpusEntry> entry = CorpusEntry.parse(line);
      entry.ifPresent(this::take);
      damaged += entry.isPresent() ? 0 : 1;
    }
    if (damaged > 0) {
      remarks.add(new Remark.Damaged(Remark.Kept.SCHEDULES, file.toString(), damaged));
    }
  }

  private void repair() throws IOException {
    if (Files.size(file) > COMPACT_ABOVE) {
      compact();
    } else if (lacksEnd) {
      append("\n");
    }
  }

  /** Replaces the file as a whole by what is known. */
  private void compact() throws IOException {
    StringBuilder text = new StringBuilder(HEADER + "\n");
    known.forEach((target, k) -> {
      text.append(new CorpusEntry(target, k.code, k.executions, "").line());
      k.schedules.forEach(s -> text.append(new CorpusEntry(target, k.code, 0, s).line()));
    });
    AtomicFile.replace(file, text.toString());
  }

  private void take(CorpusEntry entry) {
    Known old = known.get(entry.target());
    Set<String> schedules =
        old == null || !old.code.equals(entry.code())
            ? new LinkedHashSet<>()
            : new LinkedHashSet<>(old.schedules);
    if (!entry.schedule().isEmpty()) {
      schedules.add(entry.schedule());
    }
    long before = old == null || !old.code.equals(entry.code()) ? 0 : old.executions;
    known.put(
        entry.target(), new Known(entry.code(), Math.max(before, entry.executions()), schedules));
  }

  /** The targets of which it knows something, as people call them. */
  public Set<String> targets() {
    return Set.copyOf(known.keySet());
  }

  /** A target that another corpus knows with other sources, if there is one. */
  public Optional<String> otherSources(Corpus other) {
    return known.entrySet().stream()
        .filter(e -> {
          Known theirs = other.known.get(e.getKey());
          return theirs != null && !theirs.code.equals(e.getValue().code);
        })
        .map(Map.Entry::getKey)
        .sorted()
        .findFirst();
  }

  /** Adds what another one knows; of targets whose sources have changed it has the newer ones. */
  public void add(Corpus newer) {
    newer.known.forEach((target, theirs) -> {
      Optional<Known> mine =
          Optional.ofNullable(known.get(target)).filter(k -> k.code.equals(theirs.code));
      if (mine.map(Known::executions).orElse(0L) < theirs.executions) {
        keep(new CorpusEntry(target, theirs.code, theirs.executions, ""));
      }
      theirs.schedules.stream()
          .filter(schedule -> mine.map(k -> !k.schedules.contains(schedule)).orElse(true))
          .forEach(schedule -> keep(new CorpusEntry(target, theirs.code, 0, schedule)));
    });
  }

  /** How many executions a target has had with its present sources. */
  public long executions(Target target) {
    return ofPresentCode(target).map(Known::executions).orElse(0L);
  }

  /**
   * The replay strings of what was found in a target with its present sources. Those of other
   * sources are noted as outdated, each time that this is asked.
   */
  public List<String> schedules(Target target) {
    Known all = known.get(target.shown());
    if (all != null && !all.code.equals(target.program().code()) && !all.schedules.isEmpty()) {
      remarks.add(new Remark.Outdated(Remark.Kept.SCHEDULES, target.shown(), all.schedules.size()));
    }
    return ofPresentCode(target).map(k -> List.copyOf(k.schedules)).orElse(List.of());
  }

  private Optional<Known> ofPresentCode(Target target) {
    return Optional.ofNullable(known.get(target.shown()))
        .filter(k -> k.code.equals(target.program().code()));
  }

  /** Keeps how far a target is. */
  public void progress(Target target, long executions) {
    keep(new CorpusEntry(target.shown(), target.program().code(), executions, ""));
  }

  /** Keeps a schedule that showed a finding. */
  public void found(Target target, String schedule) {
    if (ofPresentCode(target).filter(k -> k.schedules.contains(schedule)).isEmpty()) {
      keep(new CorpusEntry(target.shown(), target.program().code(), 0, schedule));
    }
  }

  private void keep(CorpusEntry entry) {
    take(entry);
    append(entry.line());
  }

  /** A disk that is full or gone must not end the exploration. */
  private void append(String line) {
    if (failure.isPresent()) {
      return;
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(line);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      failure = Optional.of(new Remark.NotKept(Remark.Kept.PROGRESS, IoErrors.described(e)));
    }
  }

  /** What the user should know. */
  public List<Remark> remarks() {
    List<Remark> all = new ArrayList<>(remarks);
    failure.ifPresent(all::add);
    return all;
  }

  /**
   * One line of a corpus.
   *
   * @param target as people call it
   * @param code digest of its sources
   * @param executions that it has had; 0 if that is not what the line has
   * @param schedule a replay string; "" if that is not what the line has
   */
  private record CorpusEntry(String target, String code, long executions, String schedule) {
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
}
