import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Puts the class lists of several runs ({@code -XX:DumpLoadedClassList}) together, in an order of
 * their own instead of the order of loading, so that equal runs give equal bytes: {@code ClassList
 * OUT ONE IN...}.
 *
 * <p>A line is a class, {@code @lambda-proxy CLASS ...}, {@code @lambda-form-invoker ...}, or
 * {@code @cp CLASS N...}, the entries of a constant pool that were resolved.
 */
final class ClassList {
  /**
   * Java's own classes, where threads decide, and those that look at events, where it depends on how
   * the goroutines of a program met: only what the first run resolved of them is taken.
   */
  private static final Pattern BY_CHANCE =
      Pattern.compile("@cp (java|jdk|sun|dev/harrier/(analysis|tracing))/");

  private final SortedSet<String> classes = new TreeSet<>();
  private final SortedSet<String> invocations = new TreeSet<>();
  private final TreeMap<String, SortedSet<Integer>> resolved = new TreeMap<>();

  private ClassList() {}

  public static void main(String[] arguments) throws IOException {
    ClassList all = new ClassList();
    for (String file : Arrays.asList(arguments).subList(1, arguments.length)) {
      boolean one = file.equals(arguments[1]);
      Files.readAllLines(Path.of(file)).stream()
          .filter(line -> one || !BY_CHANCE.matcher(line).lookingAt())
          .forEach(all::add);
    }
    Files.write(Path.of(arguments[0]), all.lines());
  }

  private void add(String line) {
    if (line.startsWith("@cp ")) {
      String[] words = line.split(" ");
      SortedSet<Integer> entries = resolved.computeIfAbsent(words[1], _ -> new TreeSet<>());
      Arrays.stream(words).skip(2).map(Integer::valueOf).forEach(entries::add);
    } else if (line.startsWith("@")) {
      invocations.add(line);
    } else if (!line.startsWith("#") && !line.contains(" source: ")) {
      // The number of the class is of that run alone.
      classes.add(line.replaceFirst(" id: .*", ""));
    }
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>(classes);
    lines.addAll(invocations);
    resolved.forEach((type, entries) -> {
      StringBuilder line = new StringBuilder("@cp ").append(type);
      entries.forEach(entry -> line.append(' ').append(entry));
      lines.add(line.toString());
    });
    return lines;
  }
}
