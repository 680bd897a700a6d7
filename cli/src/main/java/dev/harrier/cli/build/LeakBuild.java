package dev.harrier.cli.build;

import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.gocommand.TraceHeaders;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.UserError;
import dev.harrier.cli.selftest.NewRelease;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.patch.UserOverlay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code go build} with the overlay that finds leaked goroutines, and otherwise as it is. */
final class LeakBuild {
  private final CommandContext context;

  LeakBuild(CommandContext context) {
    this.context = context;
  }

  /**
   * Builds.
   *
   * @param arguments what {@code go build} takes
   * @return the status of {@code go build}, which has said why on standard error
   * @throws UserError if there is no Go that Harrier can do this with, or no module
   */
  int build(List<String> arguments) throws UserError {
    GoBuildWords words = new GoBuildWords(arguments);
    Path directory = context.directory().resolve(words.value("C").orElse(""));
    Path overlays = CacheDirectory.inUse(context.environment()).resolve("overlays");
    try {
      GoToolchain found = GoToolchain.installed(directory, context.environment());
      GoToolchain go = Goroots.outsideModuleCache(found, overlays.resolveSibling("goroots"));
      Overlay overlay = Overlay.prepareForLeaks(go, overlays);
      if (go.version().isNewerThanKnown()) {
        new NewRelease(go, TraceHeaders::read, context.errors()).leaks(overlay);
      }
      Optional<UserOverlay> user =
          UserOverlay.given(
              found,
              words.value("overlay").stream().map(file -> "-overlay=" + file).toList(),
              directory);
      if (user.isPresent()) {
        overlay = overlay.with(user.get().moved(found.goroot(), go.goroot()), overlays);
      }
      BuiltFiles built = BuiltFiles.before(words, directory);
      List<String> command = new ArrayList<>(List.of(go.command().toString(), "build"));
      command.addAll(words.without("overlay").with("-overlay=" + overlay.json()));
      ProcessBuilder builder =
          new ProcessBuilder(command).directory(context.directory().toFile()).inheritIO();
      builder.environment().clear();
      builder.environment().putAll(go.environment());
      int status = builder.start().waitFor();
      if (status == 0) {
        check(built, overlay);
      } else if (arguments.stream().noneMatch(word -> word.endsWith(".go"))) {
        // Packages need a module, which only files do without.
        GoToolchain _ = GoToolchain.find(directory, context.environment());
      }
      return status;
    } catch (ToolchainException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError(ExitStatus.INTERRUPTED, "interrupted while building");
    }
  }

  private static void check(BuiltFiles built, Overlay overlay) throws IOException, UserError {
    Optional<Path> plain = built.without(overlay.mark());
    if (plain.isPresent()) {
      throw new UserError(
          ExitStatus.HARRIER_FAILED,
          ("%s was built without Harrier's part of the runtime and finds no leaks: something else"
                  + " decides which files go build reads, such as -toolexec or a wrapper of go")
              .formatted(plain.get()));
    }
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
