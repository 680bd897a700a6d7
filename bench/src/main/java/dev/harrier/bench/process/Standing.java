package dev.harrier.bench.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a goroutine stood, as a stack dump of Go has it: its own dumps, its leak profile, and
 * goleak write them alike.
 *
 * @param state such as {@code chan send}, without remarks like {@code (leaked)}
 * @param leaked whether Go's collector says that it is
 * @param frames innermost first
 */
public record Standing(long goroutine, String state, boolean leaked, List<Frame> frames) {
  private static final Pattern HEADER =
      Pattern.compile(
          "\\[?[Gg]oroutine (\\d+)(?: gp=\\S+ m=\\S+(?: mp=\\S+)?)? "
              + "(?:\\[([^\\]]*)\\]|in state ([^,]*), with .*):");
  private static final Pattern PLACE = Pattern.compile("\\t(.*):(\\d+)(?: \\+0x[0-9a-f]+)?");
  private static final Pattern ARGUMENTS = Pattern.compile("\\([^()]*(?:\\{[^()]*)?\\)$");

  public Standing {
    frames = List.copyOf(frames);
  }

  /** One call. */
  public record Frame(String function, Path file, int line) {}

  /** All goroutines that {@code text} has stacks of, in order. */
  public static List<Standing> in(String text) {
    List<Standing> all = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      Matcher header = HEADER.matcher(lines.get(i));
      if (header.matches()) {
        String state = header.group(2) == null ? header.group(3) : header.group(2);
        all.add(
            new Standing(
                Long.parseLong(header.group(1)),
                state.replaceAll(", \\d+ minutes| \\((leaked|scan|durable)\\)", ""),
                state.contains("(leaked)"),
                frames(lines, i + 1)));
      }
    }
    return all;
  }

  private static List<Frame> frames(List<String> lines, int from) {
    List<Frame> frames = new ArrayList<>();
    for (int i = from; i + 1 < lines.size(); i += 2) {
      Matcher place = PLACE.matcher(lines.get(i + 1));
      if (!place.matches() || lines.get(i).startsWith("created by ")) {
        break;
      }
      String function = ARGUMENTS.matcher(lines.get(i)).replaceFirst("");
      frames.add(new Frame(function, Path.of(place.group(1)), Integer.parseInt(place.group(2))));
    }
    return frames;
  }

  /** The innermost call in a file below {@code directory}. */
  public Optional<Frame> in(Path directory) {
    return frames.stream().filter(f -> f.file().startsWith(directory)).findFirst();
  }
}
