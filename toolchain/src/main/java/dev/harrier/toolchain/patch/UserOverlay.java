package dev.harrier.toolchain.patch;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import dev.harrier.toolchain.driver.FlagValue;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An overlay that the user gives the {@code go} command, which takes one only.
 *
 * @param file its JSON
 * @param replace by the file that is replaced: the file with the contents, or null if it is to be
 *     as if it were not there
 */
public record UserOverlay(Path file, Map<Path, @Nullable Path> replace) {
  /** As {@code cmd/go/internal/fsys} defines it. */
  private static final class Json {
    @SuppressWarnings("PMD") // named by the format
    private @Nullable Map<String, String> Replace;
  }

  /** The name of the flag. */
  private static final String FLAG = "overlay";

  /**
   * The one that the {@code go} command would use: that of the flags, else of {@code GOFLAGS}.
   *
   * @param go whose GOROOT the overlay may name
   * @param directory where the command runs
   */
  public static Optional<UserOverlay> given(GoToolchain go, List<String> flags, Path directory)
      throws ToolchainException, IOException {
    Optional<String> file = FlagValue.given(go, FLAG, flags).filter(name -> !name.isEmpty());
    return file.isEmpty() ? Optional.empty() : Optional.of(read(Path.of(file.get()), directory));
  }

  /** The flags without any overlay. */
  public static List<String> without(List<String> flags) {
    return FlagValue.of(FLAG, flags).rest();
  }

  /**
   * Reads one.
   *
   * @param directory from which {@code go} looks at names that are not absolute
   * @throws ToolchainException if it is none
   */
  public static UserOverlay read(Path file, Path directory) throws ToolchainException, IOException {
    Map<Path, @Nullable Path> replace = new TreeMap<>();
    try {
      Json json = new Gson().fromJson(Files.readString(directory.resolve(file)), Json.class);
      if (json != null && json.Replace != null) {
        for (Map.Entry<String, String> entry : json.Replace.entrySet()) {
          replace.put(
              directory.resolve(entry.getKey()).normalize(),
              entry.getValue().isEmpty() ? null : directory.resolve(entry.getValue()).normalize());
        }
      }
    } catch (NoSuchFileException e) {
      throw new ToolchainException(
          "-overlay names %s, and there is no such file".formatted(file), e);
    } catch (JsonSyntaxException e) {
      throw new ToolchainException(
          file + " is not an overlay: it is not the JSON that go build -overlay reads", e);
    }
    return new UserOverlay(file, replace);
  }

  /**
   * The same for a GOROOT that is reached by another path.
   *
   * @param from what {@code go} calls it
   * @param to what Harrier has it call it
   */
  public UserOverlay moved(Path from, Path to) {
    Map<Path, @Nullable Path> moved = new TreeMap<>();
    replace.forEach((path, contents) ->
        moved.put(path.startsWith(from) ? to.resolve(from.relativize(path)) : path, contents));
    return new UserOverlay(file, moved);
  }
}
