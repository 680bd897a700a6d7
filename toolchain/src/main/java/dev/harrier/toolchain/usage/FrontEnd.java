package dev.harrier.toolchain.usage;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The Go program that reads sources. It is built once for each Go, because it reads that Go's
 * export data, and kept under a digest of its own sources.
 */
final class FrontEnd {
  private static final List<String> SOURCES = List.of("find.go", "go.mod", "load.go", "main.go");

  private final GoToolchain go;
  private final Path cache;

  FrontEnd(GoToolchain go, Path cache) {
    this.go = go;
    this.cache = cache;
  }

  /** Built if it is not there yet. */
  Path executable() throws ToolchainException, IOException, InterruptedException {
    Map<String, byte[]> sources = sources();
    Path home = cache.resolve("usages").resolve(digest(sources));
    Path built = home.resolve("usages");
    if (!Files.isExecutable(built)) {
      build(sources, home, built);
    }
    return built;
  }

  private void build(Map<String, byte[]> sources, Path home, Path built)
      throws ToolchainException, IOException, InterruptedException {
    Files.createDirectories(home);
    Path work = Files.createTempDirectory(home, "build");
    try {
      for (Map.Entry<String, byte[]> source : sources.entrySet()) {
        Files.write(work.resolve(source.getKey()), source.getValue());
      }
      Command.Outcome outcome =
          Command.run(
              List.of(go.command().toString(), "build", "-o", "usages", "."), work, environment());
      if (outcome.status() != 0) {
        throw new ToolchainException(
            "can't build the reader of Go sources with "
                + go.command()
                + ": "
                + outcome.errors().strip());
      }
      Files.move(work.resolve("usages"), built, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      delete(work);
    }
  }

  /** Without what is meant for the user's module, and without a network: it imports nothing. */
  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(go.environment());
    List.of("GOOS", "GOARCH", "GOEXPERIMENT").forEach(environment::remove);
    environment.put("GOFLAGS", "-mod=mod");
    environment.put("GOWORK", "off");
    environment.put("GOTOOLCHAIN", "local");
    environment.put("CGO_ENABLED", "0");
    return environment;
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
      String resource = "/dev/harrier/toolchain/go/usages/" + name;
      try (InputStream in = FrontEnd.class.getResourceAsStream(resource)) {
        if (in == null) {
          throw new IOException("Harrier's own jar lacks " + resource + ": build it again");
        }
        sources.put(name, in.readAllBytes());
      }
    }
    return sources;
  }

  private String digest(Map<String, byte[]> sources) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update((go.version() + " " + go.goroot()).getBytes(StandardCharsets.UTF_8));
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
