package dev.harrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An executable that {@code harrier build} made of one of the programs among the resources. */
record LeakBinary(Path executable) {
  /** How a run of it ended. */
  record Ended(int status, String out, String err) {}

  static LeakBinary of(String program, Path directory, GoRelease go, String... flags)
      throws Exception {
    GoModule module = moduleOf(program, directory);
    HarrierProcess harrier = new HarrierProcess(module.root());
    go.environment().forEach(harrier::with);
    List<String> words = new ArrayList<>(List.of("build", "-o", "app"));
    words.addAll(List.of(flags));
    words.add(".");
    HarrierProcess.Result built = harrier.call(words.toArray(String[]::new));
    assertThat(built.status()).as(built.out() + built.err()).isZero();
    return new LeakBinary(module.root().resolve("app"));
  }

  static GoModule moduleOf(String program, Path directory) throws IOException {
    return moduleOf(program, "main.go", directory);
  }

  /** A module of one file, which is among the resources under another name. */
  static GoModule moduleOf(String program, String name, Path directory) throws IOException {
    try (@Nullable InputStream in = LeakBinary.class.getResourceAsStream("/leaks/" + program)) {
      assertThat(in).as(program).isNotNull();
      GoModule module = GoModule.at(directory).file(name, new String(in.readAllBytes(), UTF_8));
      return module.file("go.mod", "module example.com/m\n\ngo 1.26\n");
    }
  }

  Ended run(Map<String, String> environment, String... arguments) throws Exception {
    Path out = Files.createTempFile("leaks", ".out");
    Path err = Files.createTempFile("leaks", ".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(executable.toString());
      builder.command().addAll(List.of(arguments));
      builder.environment().putAll(environment);
      Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
