package dev.harrier.tracing.sanitizer;

import static java.util.stream.Collectors.toSet;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObservedRace;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the reports of Go's race detector.
 *
 * <p>A report stands between two lines of equals signs. It has a section for each access, perhaps
 * one for the memory, and one for each goroutine's creation; sections are separated by empty lines,
 * and their stacks by two lines a frame. Anything else is passed over, so that a newer detector
 * that says more is still understood, and so are numbers that no goroutine and no line can have. A
 * report that is cut off has no last line and is left out.
 *
 * <p>The detector numbers goroutines by itself and gives numbers again: they connect the sections
 * of one report and mean nothing outside it, so no race has a goroutine's id here.
 */
public final class RaceLog {
  private static final String FENCE = "==================";
  private static final String SEND = "runtime.chansend";
  private static final String CLOSE = "runtime.closechan";
  private static final String TITLE = "WARNING: DATA RACE";

  private static final Pattern ACCESS =
      Pattern.compile(
          "(?:previous )?(atomic )?(read|write) at 0x[0-9a-f]+ by"
              + " (?:main goroutine|goroutine (\\d{1,18})):",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern CREATION =
      Pattern.compile("Goroutine (\\d{1,18}) \\((running|finished)\\) created at:");

  private static final Pattern FUNCTION = Pattern.compile(" {2}(\\S.*)\\(\\)");
  private static final Pattern PLACE = Pattern.compile(" {6}(.*):(\\d{1,9})(?: \\+0x[0-9a-f]+)?");

  /** The main goroutine's number, which is not printed. */
  private static final long MAIN = 1;

  private RaceLog() {}

  /** The races that a file has, in its order; none if there is no such file. */
  public static List<ObservedRace> read(Path file) throws IOException {
    return Files.exists(file)
        ? parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
        : List.of();
  }

  /** The races that a text has, in its order. */
  public static List<ObservedRace> parse(String text) {
    List<ObservedRace> races = new ArrayList<>();
    List<String> report = new ArrayList<>();
    boolean inside = false;
    for (String line : text.lines().toList()) {
      if (line.equals(TITLE)) {
        report.clear();
        inside = true;
      } else if (line.equals(FENCE) && inside) {
        race(report).ifPresent(races::add);
        inside = false;
      } else if (inside) {
        report.add(line);
      }
    }
    return races;
  }

  /** A section of a report. */
  private record Section(String title, List<String> lines) {}

  private record Access(RacingAccess access, long goroutine, Stack stack) {
    Access onChannel() {
      return new Access(
          access.isWrite() ? RacingAccess.CLOSE : RacingAccess.SEND, goroutine, stack);
    }
  }

  private record Creation(long goroutine, boolean ended, Stack stack) {}

  private static Optional<ObservedRace> race(List<String> report) {
    List<Access> accesses = new ArrayList<>();
    List<Creation> creations = new ArrayList<>();
    for (Section section : sections(report)) {
      Matcher access = ACCESS.matcher(section.title);
      Matcher creation = CREATION.matcher(section.title);
      if (access.matches()) {
        accesses.add(access(access, stack(section.lines)));
      } else if (creation.matches()) {
        creations.add(
            new Creation(
                Long.parseLong(creation.group(1)),
                creation.group(2).equals("finished"),
                stack(section.lines)));
      }
    }
    if (accesses.size() < 2) {
      return Optional.empty();
    }
    List<Access> sides = onChannel(accesses.get(0), accesses.get(1));
    return Optional.of(
        new ObservedRace(side(sides.getFirst(), creations), side(sides.getLast(), creations)));
  }

  /**
   * The runtime informs the detector that a close writes and a send reads what stands for the
   * channel. A send in a select also reads what is sent, which races with ordinary writes: both
   * functions are needed.
   */
  private static List<Access> onChannel(Access first, Access second) {
    Set<String> functions = Set.of(SEND, CLOSE);
    List<Access> both = List.of(first, second);
    return both.stream().map(a -> a.stack.top().function()).collect(toSet()).equals(functions)
        ? both.stream().map(Access::onChannel).toList()
        : both;
  }

  private static List<Section> sections(List<String> report) {
    List<Section> sections = new ArrayList<>();
    for (String line : report) {
      if (line.isBlank()) {
        continue;
      }
      if (line.startsWith(" ")) {
        if (!sections.isEmpty()) {
          sections.getLast().lines.add(line);
        }
      } else {
        sections.add(new Section(line, new ArrayList<>()));
      }
    }
    return sections;
  }

  private static Access access(Matcher title, Stack stack) {
    long goroutine = title.group(3) == null ? MAIN : Long.parseLong(title.group(3));
    boolean write = title.group(2).toLowerCase(Locale.ROOT).equals("write");
    boolean atomic = title.group(1) != null || isAtomic(stack.top());
    return new Access(RacingAccess.of(write, atomic), goroutine, stack);
  }

  /** The detector has no word for it in Go; the innermost function shows it. */
  private static boolean isAtomic(Site innermost) {
    String path = innermost.packagePath();
    return path.equals("sync/atomic") || path.equals("internal/runtime/atomic");
  }

  private static ObservedRace.Side side(Access access, List<Creation> creations) {
    Optional<Creation> creation =
        creations.stream().filter(c -> c.goroutine == access.goroutine).findFirst();
    return new ObservedRace.Side(
        access.access,
        GoroutineId.NONE,
        access.stack,
        creation.map(Creation::stack).orElse(Stack.EMPTY),
        creation.map(Creation::ended).orElse(false));
  }

  /** A stack that could not be restored has no frames. */
  private static Stack stack(List<String> lines) {
    List<Site> frames = new ArrayList<>();
    String function = "";
    for (String line : lines) {
      Matcher place = PLACE.matcher(line);
      Matcher name = FUNCTION.matcher(line);
      if (place.matches()) {
        frames.add(new Site(function, file(place.group(1)), Integer.parseInt(place.group(2))));
        function = "";
      } else if (name.matches()) {
        function = name.group(1);
      }
    }
    return new Stack(frames, frames.isEmpty());
  }

  /** The detector prints question marks, or a dash, for what it does not know. */
  private static String file(String printed) {
    return printed.equals("??") || printed.equals("-") ? "" : printed;
  }
}
