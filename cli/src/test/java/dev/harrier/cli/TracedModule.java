package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A module that the plain {@code go build} makes an executable of, for {@code harrier trace}. */
record TracedModule(Path directory) {
  static TracedModule at(Path directory) throws IOException {
    GoModule.at(directory);
    return new TracedModule(directory);
  }

  HarrierProcess harrier() {
    return new HarrierProcess(directory).with("HARRIER_CACHE", directory + "/cache");
  }

  /**
   * Builds {@code prog}.
   *
   * @param imports separated by blanks
   * @param body of main; it begins in line 8 after one import, and a line later for each other
   */
  void build(String imports, String body) throws Exception {
    StringBuilder text = new StringBuilder("package main\n\nimport (\n");
    for (String name : imports.split(" ")) {
      text.append(name.isEmpty() ? "" : "\t\"" + name + "\"\n");
    }
    text.append(")\n\nfunc main() {\n").append(body.indent(2)).append("}\n");
    Files.writeString(directory.resolve("main.go"), text);
    go("build", "-o", "prog", ".");
  }

  void go(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("go"));
    command.addAll(List.of(arguments));
    Process go = new ProcessBuilder(command).directory(directory.toFile()).inheritIO().start();
    assertThat(go.waitFor()).isZero();
  }
}
