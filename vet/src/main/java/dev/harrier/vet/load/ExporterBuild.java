package dev.harrier.vet.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Builds the exporter into a directory whose name is a digest of its sources and of the Go. */
final class ExporterBuild {
  private static final List<String> SOURCES =
      List.of(
          "body.go",
          "encode.go",
          "export.go",
          "go.mod",
          "go.sum",
          "instruction.go",
          "load.go",
          "main.go",
          "types.go");

  private final String go;
  private final Path cache;

  ExporterBuild(String go, Path cache) {
    this.go = go;
    this.cache = cache;
  }

  /** The exporter, built if it is not there yet. */
  Path executable() throws VetException, IOException, InterruptedException {
    Map<String, byte[]> sources = sources();
    Path home = cache.resolve("ssa-exporter").resolve(digest(sources, version()));
    Path built = home.resolve("exporter");
    if (!Files.isExecutable(built)) {
      build(sources, home, built);
    }
    return built;
  }

  private String version() throws VetException, IOException, InterruptedException {
    Commands.Outcome outcome;
    try {
      outcome = Commands.run(new ProcessBuilder(go, "env", "GOVERSION", "GOHOSTARCH"));
    } catch (IOException e) {
      throw new VetException(
          "expected a Go command to load packages with, found none that runs as \""
              + go
              + "\"; install Go (https://go.dev/dl) or put it on the PATH",
          e);
    }
    if (outcome.status() != 0) {
      throw new VetException("\"" + go + " env\" failed: " + outcome.errors().strip());
    }
    return outcome.output();
  }

  private void build(Map<String, byte[]> sources, Path home, Path built)
      throws VetException, IOException, InterruptedException {
    Files.createDirectories(home);
    Path work = Files.createTempDirectory(home, "build");
    try {
      for (Map.Entry<String, byte[]> source : sources.entrySet()) {
        Files.write(work.resolve(source.getKey()), source.getValue());
      }
      ProcessBuilder builder = new ProcessBuilder(go, "build", "-o", "exporter", ".");
      builder.directory(work.toFile());
      Environments.forHost(builder.environment());
      Commands.Outcome outcome = Commands.run(builder);
      if (outcome.status() != 0) {
        throw new VetException(
            "cannot build the SSA exporter with \""
                + go
                + "\"; the first build needs golang.org/x/tools from the module proxy or cache:\n"
                + outcome.errors().strip());
      }
      Files.move(work.resolve("exporter"), built, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      delete(work);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  private static Map<String, byte[]> sources() throws IOException {
    Map<String, byte[]> sources = new LinkedHashMap<>();
    for (String name : SOURCES) {
      String resource = "/dev/harrier/vet/exporter/" + name;
      try (InputStream in = ExporterBuild.class.getResourceAsStream(resource)) {
        sources.put(name, Objects.requireNonNull(in, resource).readAllBytes());
      }
    }
    return sources;
  }

  private static String digest(Map<String, byte[]> sources, String goVersion) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(goVersion.getBytes(StandardCharsets.UTF_8));
      sources.forEach((name, bytes) -> {
        digest.update(name.getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
      });
      return HexFormat.of().formatHex(digest.digest()).substring(0, 20);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
