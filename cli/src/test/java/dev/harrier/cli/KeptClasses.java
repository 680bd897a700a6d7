package dev.harrier.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * How Java finds the classes under test. With {@code -Dharrier.keep.classes=true}, and where all
 * other modules are jars as in {@code mvn verify}, it keeps them loaded and linked between
 * processes, as the launcher has it: hundreds of them start here.
 */
final class KeptClasses {
  private static final Path CLASSES = Path.of("target", "classes").toAbsolutePath();
  private static final Path TESTS = Path.of("target", "test-classes").toAbsolutePath();

  /** Options of Java; made once for each process of tests. */
  static final List<String> OPTIONS = options();

  private KeptClasses() {}

  private static List<String> options() {
    String all =
        Objects.requireNonNullElse(
            System.getProperty("surefire.test.class.path"), System.getProperty("java.class.path"));
    List<Path> others =
        Arrays.stream(all.split(":"))
            .map(Path::of)
            .filter(entry -> !entry.equals(CLASSES) && !entry.equals(TESTS))
            .toList();
    if (!Boolean.getBoolean("harrier.keep.classes")
        || others.stream().anyMatch(Files::isDirectory)) {
      return List.of("-cp", all);
    }
    try {
      return kept(others);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> kept(List<Path> others) throws IOException, InterruptedException {
    Path directory = Files.createDirectories(Path.of("target", "kept")).toAbsolutePath();
    try (FileChannel channel =
            FileChannel.open(
                directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = channel.lock()) {
      Path jar = directory.resolve("%s.jar".formatted(stateOf(CLASSES)));
      Path cache = Path.of(jar + ".aot");
      List<String> classpath = new ArrayList<>(List.of(jar.toString()));
      others.forEach(other -> classpath.add(other.toString()));
      List<String> where = List.of("-cp", String.join(":", classpath));
      if (!Files.exists(jar)) {
        pack(jar);
        train(directory, cache, where);
      }
      List<String> options = new ArrayList<>(where);
      if (Files.exists(cache)) {
        options.addAll(List.of("-XX:AOTCache=" + cache, "-Xlog:disable"));
      }
      return List.copyOf(options);
    }
  }

  /** Another one when any class was compiled again. */
  private static String stateOf(Path classes) throws IOException {
    long state = 0;
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.sorted().toList()) {
        state = 31 * state + Objects.hash(file, Files.getLastModifiedTime(file), Files.size(file));
      }
    }
    return HexFormat.of().toHexDigits(state);
  }

  private static void pack(Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> files = Files.walk(CLASSES)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(CLASSES.relativize(file).toString()));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
  }

  private static void train(Path directory, Path cache, List<String> where)
      throws IOException, InterruptedException {
    Path module = Files.createTempDirectory(directory, "module");
    GoModule.at(module).leakingTest();
    List<String> command = new ArrayList<>(List.of(HarrierProcess.JAVA, HarrierProcess.OPTIONS));
    command.addAll(List.of("-XX:AOTCacheOutput=" + cache, "-Xlog:disable"));
    command.addAll(where);
    command.addAll(List.of(Main.class.getName(), "test", "--confirm", "off"));
    new ProcessBuilder(command)
        .directory(module.toFile())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
