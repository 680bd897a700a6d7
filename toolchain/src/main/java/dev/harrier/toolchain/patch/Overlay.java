package dev.harrier.toolchain.patch;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The edited files on disk, and the JSON that {@code go -overlay} reads.
 *
 * <p>They lie in a directory named by a digest of their contents: an overlay that is there is whole
 * and right, two Harriers that prepare the same one do not disturb each other, and the paths stay
 * the same from run to run.
 *
 * @param json the file for {@code -overlay}
 * @param digest what a traced process writes into its trace, to prove that this overlay is in it
 */
public record Overlay(Path json, long digest) {
  /** What every executable has in it that was built with this overlay. */
  public String mark() {
    return mark(HexFormat.of().toHexDigits(digest));
  }

  private static String mark(String digest) {
    return "harrier overlay " + digest;
  }

  /**
   * This overlay with one of the user's, which replaces other files.
   *
   * @param directory where overlays are kept
   * @throws ToolchainException if both replace the same file
   */
  public Overlay with(UserOverlay user, Path directory) throws ToolchainException, IOException {
    JsonObject root = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    JsonObject replace = root.getAsJsonObject("Replace");
    for (Map.Entry<Path, @Nullable Path> entry : user.replace().entrySet()) {
      String path = entry.getKey().toString();
      if (replace.has(path)) {
        throw new ToolchainException(
            "%s replaces %s, and so does Harrier, which can't put both together: leave that file out"
                .formatted(user.file(), path));
      }
      replace.addProperty(path, entry.getValue() == null ? "" : entry.getValue().toString());
    }
    String text = root.toString();
    Path merged =
        directory.resolve("merged-" + digestOf(text.getBytes(StandardCharsets.UTF_8)) + ".json");
    if (!Files.exists(merged)) {
      writeAtomically(merged, text);
    }
    return new Overlay(merged, digest);
  }

  /** What is done to the sources of a GOROOT. */
  private interface Edits {
    void apply(Goroot goroot) throws PatchException, IOException;
  }

  /**
   * Edits the sources of {@code go}'s GOROOT and stores the result below {@code directory}.
   *
   * @throws ToolchainException if the sources are not those of a supported Go release
   */
  public static Overlay prepare(GoToolchain go, Path directory)
      throws ToolchainException, IOException {
    return prepare(
        go,
        directory,
        goroot -> {
          recording(go, goroot);
          new AtomicEdits(goroot, go.version(), false).apply();
        });
  }

  private static void recording(GoToolchain go, Goroot goroot) throws PatchException, IOException {
    new RuntimeEdits(goroot, go.version(), go.goarch()).apply();
    new LibraryEdits(goroot, go.version()).apply();
    new ControlEdits(goroot, go.version()).apply();
  }

  /**
   * As {@link #prepare}, and controlled runs look for data races. What they are to look at must be
   * compiled with {@code -gcflags=PATTERN=-race}. Atomics tell the detector, too, which must know
   * all of them: what is compiled otherwise must be so without intrinsics.
   *
   * @throws ToolchainException if the sources are not those of a Go whose runs can be controlled
   */
  public static Overlay prepareForRaces(GoToolchain go, Path directory)
      throws ToolchainException, IOException {
    return prepare(
        go,
        directory,
        goroot -> {
          recording(go, goroot);
          new AtomicEdits(goroot, go.version(), true).apply();
          new RaceEdits(goroot).apply();
        });
  }

  /**
   * As {@link #prepare}, but the program records nothing: its collector finds leaked goroutines if
   * the environment asks for it.
   *
   * @throws ToolchainException if the sources are not those of a Go release whose collector can
   */
  public static Overlay prepareForLeaks(GoToolchain go, Path directory)
      throws ToolchainException, IOException {
    if (!LeakEdits.supports(go.version())) {
      throw new ToolchainException(
          "harrier build and harrier run need Go 1.26 or 1.27, and this is Go "
              + go.version()
              + ", whose collector can't tell which goroutines are blocked."
              + " Try GOTOOLCHAIN=go1.26.0 harrier build ...");
    }
    return prepare(go, directory, goroot -> new LeakEdits(goroot, go.version()).apply());
  }

  private static Overlay prepare(GoToolchain go, Path directory, Edits edits)
      throws ToolchainException, IOException {
    Goroot goroot = new Goroot(go.goroot());
    try {
      edits.apply(goroot);
      String digest = digest(goroot);
      goroot
          .source("runtime/proc.go")
          .append(
              "digest",
              "package runtime\n\nconst harrierDigest = uint64(0x%s)\n\nconst harrierOverlay = \"%s\"\n"
                  .formatted(digest, mark(digest)));
      String name = digest + "-" + Integer.toHexString(goroot.src().toString().hashCode());
      return new Overlay(
          store(goroot, directory.resolve(name)), HexFormat.fromHexDigitsToLong(digest));
    } catch (PatchException e) {
      throw new ToolchainException(
          "the sources of Go "
              + go.version()
              + " in "
              + go.goroot()
              + " are not laid out as Harrier expects ("
              + e.getMessage()
              + "). Harrier knows Go 1.24 to 1.27 as released by the Go project; "
              + "'harrier vet' and 'harrier trace' work without instrumenting the runtime.",
          e);
    }
  }

  /**
   * Of the contents alone: the same GOROOT reached by another path makes the same build, which the
   * cache then has already.
   */
  private static String digest(Goroot goroot) {
    MessageDigest sha = sha256();
    goroot
        .edited()
        .forEach((path, source) -> {
          sha.update(path.getBytes(StandardCharsets.UTF_8));
          sha.update(source.text().getBytes(StandardCharsets.UTF_8));
        });
    return HexFormat.of().formatHex(sha.digest(), 0, 8);
  }

  private static String digestOf(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes), 0, 8);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private static Path store(Goroot goroot, Path directory) throws IOException {
    Path json = directory.resolve("overlay.json");
    if (Files.exists(json)) {
      return json;
    }
    Files.createDirectories(directory);
    Map<String, String> replace = new LinkedHashMap<>();
    for (Map.Entry<String, GoSource> e : goroot.edited().entrySet()) {
      Path copy = directory.resolve(e.getKey().replace('/', '_'));
      writeAtomically(copy, e.getValue().text());
      replace.put(goroot.src().resolve(e.getKey()).toString(), copy.toString());
    }
    JsonObject paths = new JsonObject();
    replace.forEach(paths::addProperty);
    JsonObject root = new JsonObject();
    root.add("Replace", paths);
    writeAtomically(json, root.toString());
    return json;
  }

  private static void writeAtomically(Path file, String text) throws IOException {
    Path part = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".part");
    try {
      Files.writeString(part, text);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
