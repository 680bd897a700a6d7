package dev.harrier.cli;

import dev.harrier.base.text.DidYouMean;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.UserError;
import dev.harrier.report.store.ModuleRoot;
import dev.harrier.report.suppress.HarrierToml;
import dev.harrier.report.suppress.SuppressionException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Defaults of options that the module's {@code .harrier.toml} has, in a table for each command. The
 * file comes with the sources of a module, which may be someone else's: options that write files,
 * start programs or connect to servers are not taken from it, nor does it make {@code vet} run
 * anything.
 */
final class ConfiguredDefaults implements IDefaultValueProvider {
  static final Set<String> COMMANDS = Set.of("test", "fuzz", "vet");

  private static final Set<String> EVERYWHERE =
      Set.of("baseline", "color", "fail-on", "tags", "test", "v");

  private static final Set<String> RUNNING =
      Set.of(
          "confirm",
          "count",
          "deps",
          "disk",
          "execs",
          "first",
          "limit",
          "p",
          "parallel",
          "per-test",
          "race",
          "races",
          "reclaim",
          "run",
          "seed",
          "short",
          "skip",
          "time",
          "timeout",
          "workers");

  private final Map<OptionSpec, HarrierToml.Setting> values = new HashMap<>();

  private ConfiguredDefaults() {}

  /** Those of a command, whose table may be missing. */
  static ConfiguredDefaults of(CommandSpec command, CommandContext context) throws UserError {
    ConfiguredDefaults defaults = new ConfiguredDefaults();
    Optional<Path> module = ModuleRoot.above(context.directory());
    try {
      if (module.isPresent()) {
        for (HarrierToml.Setting setting :
            context.settings().of(module.get()).settings(command.name(), COMMANDS)) {
          defaults.values.put(option(command, setting), setting);
        }
      }
    } catch (SuppressionException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw UserError.usage("%s can't be read: %s".formatted(HarrierToml.NAME, e.getMessage()));
    }
    return defaults;
  }

  private static OptionSpec option(CommandSpec command, HarrierToml.Setting setting)
      throws UserError {
    String key = setting.key();
    OptionSpec option = command.findOption("-" + key);
    boolean safe =
        EVERYWHERE.contains(key) || (RUNNING.contains(key) && !command.name().equals("vet"));
    if (option == null) {
      Set<String> known = new TreeSet<>(EVERYWHERE);
      known.addAll(RUNNING);
      throw UserError.usage(
          "%s: harrier %s has no option '%s'%s"
              .formatted(setting.place(), command.name(), key, DidYouMean.of(key, known)));
    }
    if (!safe) {
      throw UserError.usage(
          "%s: the option '%s' is taken from the command line only"
              .formatted(setting.place(), key));
    }
    return option;
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    HarrierToml.Setting setting = argument instanceof OptionSpec o ? values.get(o) : null;
    return setting == null ? null : setting.value();
  }

  /** Where a value that was refused stands: file, line and column; "" if not in a file. */
  static String place(ParameterException refused) {
    if (refused.getCommandLine().getCommandSpec().defaultValueProvider()
            instanceof ConfiguredDefaults defaults
        && refused.getArgSpec() instanceof OptionSpec option) {
      HarrierToml.Setting setting = defaults.values.get(option);
      return setting != null && setting.value().equals(refused.getValue()) ? setting.place() : "";
    }
    return "";
  }
}
