package dev.harrier.toolchain.tool;

import dev.harrier.base.file.Sha256;
import dev.harrier.base.file.Trees;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Go program of Harrier's own. See the package.
 *
 * @param owner the class whose jar has the sources
 * @param folder the folder of the sources there, from the root to the last slash
 * @param sources their names
 * @param name of the executable
 */
public record GoTool(Class<?> owner, String folder, List<String> sources, String name) {
  private static final int DIGEST = 20;

  public GoTool {
    sources = List.copyOf(sources);
  }

  /**
   * The Go to build with.
   *
   * @param command how it is called
   * @param identity what distinguishes it from another one
   * @param environment what it is run with; what is meant for the user's module is left out
   */
  public record Go(String command, String identity, Map<String, String> environment) {
    public Go {
      environment = Map.copyOf(environment);
    }
  }

  /**
   * The executable, built if it is not there yet.
   *
   * @param cache where it is kept
   * @throws GoToolException if it does not build, with what the Go command said
   */
  public Path executable(Go go, Path cache)
      throws GoToolException, IOException, InterruptedException {
    Map<String, byte[]> contents = contents();
    Path home = cache.resolve(digest(contents, go.identity));
    Path built = home.resolve(name);
    if (!Files.isExecutable(built)) {
      build(contents, go, home, built);
    }
    return built;
  }

  private void build(Map<String, byte[]> contents, Go go, Path home, Path built)
      throws GoToolException, IOException, InterruptedException {
    Files.createDirectories(home);
    Path work = Files.createTempDirectory(home, "build");
    try {
      for (Map.Entry<String, byte[]> source : contents.entrySet()) {
        Files.write(work.resolve(source.getKey()), source.getValue());
      }
      Command.Outcome outcome =
          Command.run(List.of(go.command, "build", "-o", name, "."), work, forHost(go.environment));
      if (outcome.status() != 0) {
        throw new GoToolException(outcome.errors().strip());
      }
      Files.move(work.resolve(name), built, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Trees.delete(work);
    }
  }

  /** An environment that builds for this machine, without the user's workspace and flags. */
  public static Map<String, String> forHost(Map<String, String> environment) {
    Map<String, String> plain = new HashMap<>(environment);
    plain.remove("GOEXPERIMENT");
    // Left out, they would be those of go env -w.
    plain.put("GOOS", System.getProperty("os.name", "").startsWith("Mac") ? "darwin" : "linux");
    plain.put("GOARCH", hostArchitecture());
    plain.put("GOFLAGS", "-mod=mod");
    plain.put("GOWORK", "off");
    plain.put("CGO_ENABLED", "0");
    return plain;
  }

  /** That of this machine, as Go calls it. */
  public static String hostArchitecture() {
    String architecture = System.getProperty("os.arch", "");
    return switch (architecture) {
      case "aarch64" -> "arm64";
      case "x86_64" -> "amd64";
      default -> architecture;
    };
  }

  private Map<String, byte[]> contents() throws IOException {
    Map<String, byte[]> contents = new LinkedHashMap<>();
    for (String source : sources) {
      try (InputStream in = owner.getResourceAsStream(folder + source)) {
        if (in == null) {
          throw new IOException("Harrier's own jar lacks " + folder + source + ": build it again");
        }
        contents.put(source, in.readAllBytes());
      }
    }
    return contents;
  }

  private static String digest(Map<String, byte[]> contents, String identity) {
    MessageDigest digest = Sha256.create();
    digest.update(identity.getBytes(StandardCharsets.UTF_8));
    contents.forEach((source, bytes) -> {
      digest.update(source.getBytes(StandardCharsets.UTF_8));
      digest.update(bytes);
    });
    return HexFormat.of().formatHex(digest.digest()).substring(0, DIGEST);
  }
}
