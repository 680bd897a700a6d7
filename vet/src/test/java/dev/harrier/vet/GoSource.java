package dev.harrier.vet;

import dev.harrier.vet.load.Exporter;
import dev.harrier.vet.load.VetRequest;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Program;
import java.nio.file.Files;
import java.nio.file.Path;

/** Go code of a test, in SSA form. */
public final class GoSource {
  private GoSource() {}

  /** A module {@code m} with one file, whose first line this adds. */
  public static Program program(Path directory, String code) throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module m\n\ngo 1.24\n");
    Files.writeString(directory.resolve("m.go"), "package m\n\n" + code);
    return Exporter.ofUser().export(VetRequest.everythingIn(directory));
  }

  /** A function by its name in SSA form. */
  public static Function function(Program program, String name) {
    return program.functions().stream()
        .filter(f -> f.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new AssertionError("no function " + name + " in " + program.functions()));
  }
}
