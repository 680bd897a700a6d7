package dev.harrier.toolchain.patch;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrier.base.file.Sha256;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.GoVersion;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * @param extent what the runtime can do, if it records traces
 * @param misfit why it can't do more, where this Go is newer than those that the edits were made
 *     for
 */
public record Overlay(Path json, long digest, Extent extent, Optional<String> misfit) {
  private static final List<String> PROCESSORS = List.of("amd64", "arm64");

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
    return new Overlay(merged, digest, extent, misfit);
  }

  /**
   * Edits the sources of {@code go}'s GOROOT and stores the result below {@code directory}. A Go
   * that is newer than those that the edits were made for gets as many as fit.
   *
   * @throws ToolchainException if not even those fit that record, or there is no such runtime for
   *     the platform
   */
  public static Overlay prepare(GoToolchain go, Path directory)
      throws ToolchainException, IOException {
    return prepare(go, directory, Extent.of(go.version()));
  }

  /** What {@link #prepare(GoToolchain, Path)} gives, if it was made before; writes nothing. */
  public static Optional<Overlay> known(GoToolchain go, Path directory) {
    return new KnownOverlays(directory).known(go, recording(Extent.of(go.version())));
  }

  private static String recording(Extent most) {
    return "recording " + most;
  }

  /** As {@link #prepare(GoToolchain, Path)}, with no more hooks than that takes. */
  public static Overlay prepare(GoToolchain go, Path directory, Extent most)
      throws ToolchainException, IOException {
    mustRun(go);
    return new KnownOverlays(directory).get(go, recording(most), () -> make(go, directory, most));
  }

  /** The same, also for platforms on which no one has run it. */
  static Overlay prepareForAny(GoToolchain go, Path directory, Extent most)
      throws ToolchainException, IOException {
    return make(go, directory, most).overlay();
  }

  private static KnownOverlays.Made make(GoToolchain go, Path directory, Extent most)
      throws ToolchainException, IOException {
    Optional<String> misfit = Optional.empty();
    for (Extent wanted = most; ; wanted = wanted.less()) {
      try {
        Extent extent = wanted.butAtMost(OperatingSystem.of(go.goos()).most());
        return stored(directory, recording(go, extent), extent, misfit);
      } catch (PatchException e) {
        if (wanted == Extent.RECORDING || !go.version().isNewerThanKnown()) {
          throw refused(go, e);
        }
        misfit = misfit.or(() -> Optional.of(String.valueOf(e.getMessage())));
      }
    }
  }

  private static void mustRun(GoToolchain go) throws ToolchainException {
    if (!go.goos().equals("linux") || !PROCESSORS.contains(go.goarch())) {
      throw new ToolchainException(
          ("instrumented runs work on linux/amd64 and linux/arm64; Go is set to %s/%s."
                  + " Unset GOOS and GOARCH, or run Harrier on Linux; 'harrier vet' and 'harrier"
                  + " report' work everywhere.")
              .formatted(go.goos(), go.goarch()));
    }
  }

  private static Goroot recording(GoToolchain go, Extent extent)
      throws PatchException, IOException {
    Goroot goroot = hooked(go, extent);
    if (extent.controls()) {
      new AtomicEdits(goroot, false).apply();
    }
    return goroot;
  }

  private static Goroot hooked(GoToolchain go, Extent extent) throws PatchException, IOException {
    Goroot goroot = new Goroot(go.goroot());
    new RuntimeEdits(goroot, extent, OperatingSystem.of(go.goos()), go.goarch()).apply();
    new LibraryEdits(goroot).apply();
    new ControlEdits(goroot, extent).apply();
    return goroot;
  }

  /**
   * As {@link #prepare}, and controlled runs look for data races. What they are to look at must be
   * compiled with {@code -gcflags=PATTERN=-race}. Atomics inform the detector as well, which must
   * know all of them: what is compiled otherwise must be so without intrinsics.
   *
   * @throws ToolchainException if the sources are not those of a Go whose runs can be controlled
   */
  public static Overlay prepareForRaces(GoToolchain go, Path directory)
      throws ToolchainException, IOException {
    mustRun(go);
    return new KnownOverlays(directory)
        .get(
            go,
            "races",
            () -> {
              try {
                Goroot goroot = hooked(go, Extent.CONTROL);
                new AtomicEdits(goroot, true).apply();
                new RaceEdits(goroot).apply();
                new PureGoEdits(goroot).apply();
                return stored(directory, goroot, Extent.CONTROL, Optional.empty());
              } catch (PatchException e) {
                throw refused(go, e);
              }
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
    mustRun(go);
    if (!LeakEdits.supports(go.version())) {
      throw new ToolchainException(
          "harrier build and harrier run need Go 1.26 or newer, and this is Go "
              + go.version()
              + ", whose garbage collector can't prove that a goroutine is leaked."
              + " Try GOTOOLCHAIN=go1.26.0 harrier build ...");
    }
    return new KnownOverlays(directory)
        .get(
            go,
            "leaks",
            () -> {
              Goroot goroot = new Goroot(go.goroot());
              try {
                new LeakEdits(goroot).apply();
                return stored(directory, goroot, Extent.RECORDING, Optional.empty());
              } catch (PatchException e) {
                throw refused(go, e);
              }
            });
  }

  private static KnownOverlays.Made stored(
      Path directory, Goroot goroot, Extent extent, Optional<String> misfit)
      throws PatchException, IOException {
    String digest = digest(goroot);
    goroot
        .source("runtime/proc.go")
        .append(
            "digest",
            "package runtime\n\nconst harrierDigest = uint64(0x%s)\n\nconst harrierOverlay = \"%s\"\n"
                .formatted(digest, mark(digest)));
    String name = digest + "-" + Integer.toHexString(goroot.src().toString().hashCode());
    Path json = store(goroot, directory.resolve(name));
    return new KnownOverlays.Made(
        new Overlay(json, HexFormat.fromHexDigitsToLong(digest), extent, misfit),
        goroot.consulted());
  }

  private static ToolchainException refused(GoToolchain go, PatchException e) {
    String wrong =
        "the sources of Go %s in %s are not laid out as Harrier expects (%s)"
            .formatted(go.version(), go.goroot(), e.getMessage());
    String advice =
        go.version().isNewerThanKnown()
            ? "this Harrier was made for "
                + GoVersion.KNOWN
                + ": update it, or try GOTOOLCHAIN=go1.27.0"
            : "Harrier knows "
                + GoVersion.KNOWN
                + " as released by the Go project; 'harrier vet' and 'harrier trace' work without"
                + " instrumenting the runtime";
    return new ToolchainException(wrong + "; " + advice, e);
  }

  /**
   * Only of the contents: the same GOROOT reached by another path makes the same build, which the
   * cache then has already.
   */
  private static String digest(Goroot goroot) {
    MessageDigest sha = Sha256.create();
    goroot
        .edited()
        .forEach((path, source) -> {
          sha.update(path.getBytes(StandardCharsets.UTF_8));
          sha.update(source.text().getBytes(StandardCharsets.UTF_8));
        });
    return HexFormat.of().formatHex(sha.digest(), 0, 8);
  }

  static String digestOf(byte[] bytes) {
    return HexFormat.of().formatHex(Sha256.create().digest(bytes), 0, 8);
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
