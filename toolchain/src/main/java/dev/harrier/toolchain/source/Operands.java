package dev.harrier.toolchain.source;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.annotations.SerializedName;
import dev.harrier.toolchain.driver.ToolchainException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the source calls the channels, locks and the like that its operations are about, such as
 * {@code b.mu}.
 */
public final class Operands {
  /** Of no file. */
  public static final Operands NONE = new Operands(List.of());

  /** More of an expression is no name. */
  private static final int LONGEST = 60;

  private final List<Entry> all;

  /** What the front end writes (operands.go), as Gson reads it: every field may be missing. */
  private record Entry(
      @Nullable String file,
      int first,
      int last,
      boolean deferred,
      @Nullable String operation,
      @SerializedName("case") int position,
      int line,
      @Nullable String name) {
    boolean is(String wantedFile, Set<String> operations, int wantedCase) {
      return wantedFile.equals(file)
          && operation != null
          && operations.contains(operation)
          && position == wantedCase;
    }

    boolean contains(int line) {
      return first <= line && line <= last;
    }
  }

  private Operands(List<Entry> all) {
    this.all = all;
  }

  /**
   * @throws ToolchainException if the text is not what operands.go writes
   */
  static Operands parse(String text) throws ToolchainException {
    try {
      Entry @Nullable [] entries = new Gson().fromJson(text, Entry[].class);
      return entries == null ? NONE : new Operands(Arrays.asList(entries));
    } catch (JsonParseException e) {
      throw new ToolchainException("the list of operands can't be read", e);
    }
  }

  /**
   * The names of what operations on a line are about, each once.
   *
   * @param operations {@code send}, {@code receive}, {@code close}, or names of methods
   * @param selected the number of the case of a select as the runtime has it; -1 for no select
   */
  public List<String> at(String file, int line, Set<String> operations, int selected) {
    List<Entry> here = all.stream().filter(e -> e.is(file, operations, selected)).toList();
    List<Entry> direct = here.stream().filter(e -> !e.deferred && e.contains(line)).toList();
    if (!direct.isEmpty()) {
      return names(direct);
    }
    // A deferred call shows where the function ends that defers it: the innermost one.
    List<Entry> deferred = here.stream().filter(e -> e.deferred && e.contains(line)).toList();
    int innermost = deferred.stream().map(e -> e.first).max(Comparator.naturalOrder()).orElse(0);
    return names(deferred.stream().filter(e -> e.first == innermost).toList());
  }

  /** The name of a channel, and the line that has it. */
  public record Operand(String name, int line) {}

  /**
   * The only operation of this kind on a line, with its own line, which for a case of a select is
   * another one; empty if there are several, or if what it is about has no name.
   *
   * @param operations as in {@link #at}
   * @param selected as in {@link #at}
   */
  public Optional<Operand> only(String file, int line, Set<String> operations, int selected) {
    List<Entry> here =
        all.stream()
            .filter(e -> e.is(file, operations, selected) && !e.deferred && e.contains(line))
            .toList();
    List<String> names = names(here);
    return here.size() == 1 && names.size() == 1
        ? Optional.of(new Operand(names.getFirst(), here.getFirst().line))
        : Optional.empty();
  }

  /**
   * What the other case of a select is about, if it has two with different names.
   *
   * @param name that of the one case
   */
  public Optional<String> otherCase(String file, int line, String name) {
    List<Entry> cases =
        all.stream()
            .filter(e -> file.equals(e.file) && !e.deferred && e.position >= 0 && e.contains(line))
            .toList();
    List<String> names = names(cases);
    return cases.size() == 2 && names.size() == 2 && names.contains(name)
        ? Optional.of(names.get(1 - names.indexOf(name)))
        : Optional.empty();
  }

  private static List<String> names(List<Entry> entries) {
    return entries.stream()
        .map(e -> e.name == null ? "" : e.name)
        .filter(name -> !name.isEmpty() && name.length() <= LONGEST)
        .distinct()
        .toList();
  }
}
