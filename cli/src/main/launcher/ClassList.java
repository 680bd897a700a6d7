import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantPool;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * Puts the class lists of several runs ({@code -XX:DumpLoadedClassList}) together, in an order of
 * their own instead of the order of loading, so that equal runs give equal bytes: {@code ClassList
 * OUT JARS ONE IN...}.
 *
 * <p>A line is a class, {@code @lambda-proxy CLASS ...}, {@code @lambda-form-invoker ...}, or
 * {@code @cp CLASS N...}, the entries of a constant pool that were resolved.
 */
final class ClassList {
  /** Java's own classes, where threads decide: only what the first run resolved of them is taken. */
  private static final Pattern BY_THREADS = Pattern.compile("@cp (java|jdk|sun)/");

  /**
   * Those that look at events, where it depends on how the goroutines of a program met: all that can
   * be resolved ahead is, whichever of it a run reached.
   */
  private static final Pattern BY_EVENTS = Pattern.compile("dev/harrier/(analysis|tracing)/.*");

  /**
   * Classes about {@code java.sql}, which a release does not have: they can't be verified ahead, so
   * that Java would open jar after jar for them at each start.
   */
  private static final String WITHOUT_SQL = "com/google/gson/internal/sql/";

  private final SortedSet<String> classes = new TreeSet<>();
  private final SortedSet<String> invocations = new TreeSet<>();
  private final TreeMap<String, SortedSet<Integer>> resolved = new TreeMap<>();

  private ClassList() {}

  public static void main(String[] arguments) throws IOException {
    ClassList all = new ClassList();
    for (String file : Arrays.asList(arguments).subList(2, arguments.length)) {
      boolean one = file.equals(arguments[2]);
      Files.readAllLines(Path.of(file)).stream()
          .filter(line -> !line.contains(WITHOUT_SQL))
          .filter(line -> one || !BY_THREADS.matcher(line).lookingAt())
          .forEach(all::add);
    }
    all.resolve(Path.of(arguments[1]));
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
      // The number of the class is only of that run.
      classes.add(line.replaceFirst(" id: .*", ""));
    }
  }

  /** Has all entries of those classes resolved that Java can resolve without running anything. */
  private void resolve(Path jars) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(jars, "harrier-*.jar")) {
      for (Path file : files) {
        try (JarFile jar = new JarFile(file.toFile())) {
          for (JarEntry entry : Collections.list(jar.entries())) {
            String name = entry.getName().replaceFirst("\\.class$", "");
            if (classes.contains(name) && BY_EVENTS.matcher(name).matches()) {
              ClassModel type = ClassFile.of().parse(jar.getInputStream(entry).readAllBytes());
              resolved.put(name, entries(type.constantPool()));
            }
          }
        }
      }
    }
  }

  private static SortedSet<Integer> entries(ConstantPool pool) {
    SortedSet<Integer> entries = new TreeSet<>();
    for (PoolEntry entry : pool) {
      if (entry instanceof ClassEntry
          || entry instanceof MemberRefEntry
          || entry instanceof InvokeDynamicEntry) {
        entries.add(entry.index());
      }
    }
    return entries;
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
