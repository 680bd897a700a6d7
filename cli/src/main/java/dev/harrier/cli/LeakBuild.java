package dev.harrier.cli;

import dev.harrier.model.file.IoErrors;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code go build} with the overlay that finds leaked goroutines, and otherwise as it is. */
final class LeakBuild {
  private final CommandContext surroundings;

  LeakBuild(CommandContext surroundings) {
    this.surroundings = surroundings;
  }

  /**
   * Builds.
   *
   * @param arguments what {@code go build} takes
   * @return the status of {@code go build}, which has said why on standard error
   * @throws UserError if there is no Go that Harrier can do this with
   */
  int build(List<String> arguments) throws UserError {
    if (arguments.stream().anyMatch(a -> a.matches("--?overlay(=.*)?"))) {
      throw UserError.usage(
          "harrier build passes an overlay of its own to go build, which takes one only:"
              + " leave out -overlay");
    }
    Path caches = CacheDirectory.of(surroundings.environment());
    int own = directoryFlag(arguments);
    try {
      GoToolchain found =
          GoToolchain.installed(directory(arguments, own), surroundings.environment());
      GoToolchain go = Goroots.outsideModuleCache(found, caches.resolve("goroots"));
      Overlay overlay = Overlay.prepareForLeaks(go, caches.resolve("overlays"));
      List<String> command = new ArrayList<>(List.of(go.command().toString(), "build"));
      command.addAll(arguments.subList(0, own));
      command.add("-overlay=" + overlay.json());
      command.addAll(arguments.subList(own, arguments.size()));
      ProcessBuilder builder =
          new ProcessBuilder(command).directory(surroundings.directory().toFile()).inheritIO();
      builder.environment().clear();
      builder.environment().putAll(go.environment());
      return builder.start().waitFor();
    } catch (ToolchainException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError(ExitStatus.INTERRUPTED, "interrupted while building");
    }
  }

  /** How many words {@code -C DIRECTORY} takes, which go wants to be first. */
  private static int directoryFlag(List<String> arguments) {
    if (arguments.isEmpty()) {
      return 0;
    }
    if (arguments.getFirst().matches("--?C")) {
      return Math.min(2, arguments.size());
    }
    return arguments.getFirst().matches("--?C=.*") ? 1 : 0;
  }

  private Path directory(List<String> arguments, int own) {
    if (own == 0) {
      return surroundings.directory();
    }
    String last = arguments.get(own - 1);
    return surroundings
        .directory()
        .resolve(own == 2 ? last : last.substring(last.indexOf('=') + 1));
  }

  /** What a status of {@code go build} means to the shell. */
  static int status(int goStatus) {
    return switch (goStatus) {
      case 0 -> ExitStatus.NOTHING_FOUND.code();
      case 2 -> ExitStatus.USAGE.code();
      default -> ExitStatus.TARGET_FAILED.code();
    };
  }
}
