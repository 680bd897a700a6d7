package dev.harrier.model.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The settings of {@code go build} without which a program would be another one, as far as replay
 * strings, stored runs and campaigns carry them. They are a list of their own, not flags: anyone
 * who sends a replay string can choose among them and nothing else. Compiler and linker flags,
 * programs that {@code go} starts, overlays and variables of the environment are not among them,
 * for each of these can run code or write files.
 *
 * @param tags build tags
 * @param modFile what is read instead of {@code go.mod}, relative to the root of the module and
 *     below it
 */
public record BuildSettings(
    RaceDetection races, List<String> tags, ModuleMode mod, Optional<String> modFile) {
  /** The name of the flag of {@code go build} without a value that they are made of. */
  public static final String SWITCH = "race";

  /** The names of the flags with a value. */
  public static final List<String> VALUED = List.of("tags", "mod", "modfile");

  /** As package {@code go/build/constraint} has it. */
  private static final Pattern TAG = Pattern.compile("[\\p{L}\\p{Nd}_.]{1,100}");

  private static final Pattern MOD_FILE =
      Pattern.compile("(?!.*(^|/)\\.{0,2}/)[\\p{L}\\p{Nd}_.+@~ /-]{1,200}\\.mod");

  private static final String RACES = "--races=";
  private static final String TAGS = "-tags=";
  private static final String MOD = "-mod=";
  private static final String MOD_FILE_FLAG = "-modfile=";
  private static final int MOST_TAGS = 100;
  private static final int SHOWN = 60;

  /** As {@code go build} makes it without any. */
  public static final BuildSettings DEFAULT =
      new BuildSettings(RaceDetection.NONE, List.of(), ModuleMode.DEFAULT, Optional.empty());

  public BuildSettings {
    tags = List.copyOf(tags);
    if (tags.size() > MOST_TAGS
        || !tags.stream().allMatch(TAG.asMatchPredicate())
        || !modFile.stream().allMatch(BuildSettings::isModFile)) {
      throw new IllegalArgumentException("not settings of a build");
    }
  }

  private static boolean isModFile(String name) {
    return MOD_FILE.matcher(name).matches() && !name.startsWith("/");
  }

  /**
   * Reads what {@link #words} writes.
   *
   * @throws UnknownSettingException if one of them is anything else
   */
  public static BuildSettings parse(List<String> words) throws UnknownSettingException {
    BuildSettings settings = DEFAULT;
    for (String word : words) {
      Optional<BuildSettings> more = settings.with(word);
      if (more.isEmpty()) {
        throw new UnknownSettingException(
            ("'%s' is not a setting that Harrier takes from others: those are -race, %sWHERE,"
                    + " -tags, -mod, and -modfile for a file of the module")
                .formatted(shown(word), RACES));
      }
      settings = more.get();
    }
    return settings;
  }

  /** Those among flags of the {@code go} command; of the same setting the last one counts. */
  public static BuildSettings among(List<String> flags) {
    BuildSettings settings = DEFAULT;
    for (String flag : flags) {
      settings = settings.with(flag.replaceFirst("^--(?!races=)", "-")).orElse(settings);
    }
    return settings;
  }

  private Optional<BuildSettings> with(String word) {
    if (word.equals("-race") || word.equals("-race=true")) {
      return Optional.of(with(RaceDetection.GO));
    } else if (word.equals("-race=false")) {
      return Optional.of(races == RaceDetection.GO ? with(RaceDetection.NONE) : this);
    } else if (word.startsWith(RACES)) {
      return switch (word.substring(RACES.length())) {
        case "packages" -> Optional.of(with(RaceDetection.PACKAGES));
        case "all" -> Optional.of(with(RaceDetection.ALL));
        default -> Optional.empty();
      };
    } else if (word.startsWith(TAGS)) {
      return tagged(word.substring(TAGS.length()));
    } else if (word.startsWith(MOD)) {
      return switch (word.substring(MOD.length())) {
        case "readonly", "mod" -> Optional.of(with(ModuleMode.READONLY));
        case "vendor" -> Optional.of(with(ModuleMode.VENDOR));
        default -> Optional.empty();
      };
    } else if (word.startsWith(MOD_FILE_FLAG)) {
      return Optional.of(word.substring(MOD_FILE_FLAG.length()))
          .filter(BuildSettings::isModFile)
          .map(this::withModFile);
    }
    return Optional.empty();
  }

  /** {@code go} still takes the spaces that it took before Go 1.13. */
  private Optional<BuildSettings> tagged(String list) {
    List<String> all =
        Arrays.stream(list.split("[, ]+", -1)).filter(tag -> !tag.isEmpty()).distinct().toList();
    return all.size() <= MOST_TAGS && all.stream().allMatch(TAG.asMatchPredicate())
        ? Optional.of(new BuildSettings(races, all, mod, modFile))
        : Optional.empty();
  }

  /** The same with another race detector. */
  public BuildSettings with(RaceDetection detection) {
    return new BuildSettings(detection, tags, mod, modFile);
  }

  private BuildSettings with(ModuleMode mode) {
    return new BuildSettings(races, tags, mode, modFile);
  }

  private BuildSettings withModFile(String name) {
    return new BuildSettings(races, tags, mod, Optional.of(name));
  }

  /** One text for each setting that is not the default, for {@link #parse} and for people. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    if (races == RaceDetection.PACKAGES || races == RaceDetection.ALL) {
      words.add(RACES + races.name().toLowerCase(Locale.ROOT));
    }
    words.addAll(flags(Path.of("")));
    return words;
  }

  /**
   * The flags of {@code go build}; what Harrier's own race detector takes is not among them.
   *
   * @param root of the module
   */
  public List<String> flags(Path root) {
    List<String> flags = new ArrayList<>();
    if (races == RaceDetection.GO) {
      flags.add("-race");
    }
    if (!tags.isEmpty()) {
      flags.add(TAGS + String.join(",", tags));
    }
    if (mod != ModuleMode.DEFAULT) {
      flags.add(MOD + mod.name().toLowerCase(Locale.ROOT));
    }
    modFile.ifPresent(name -> flags.add(MOD_FILE_FLAG + root.resolve(name)));
    return flags;
  }

  private static String shown(String word) {
    String plain = word.replaceAll("\\P{Print}", "?");
    return plain.length() > SHOWN ? plain.substring(0, SHOWN) + "..." : plain;
  }
}
