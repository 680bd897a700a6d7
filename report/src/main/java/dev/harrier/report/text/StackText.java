package dev.harrier.report.text;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.report.SourcePaths;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes stacks, one frame a line.
 *
 * @param goRoot frames in files below it are the library's
 */
record StackText(SourcePaths paths, Path goRoot) {
  private static final int MOST_FRAMES = 10;
  private static final int WIDEST_PLACE = 44;

  /**
   * The frames from the innermost of the user's to the outermost of the user's; all of them if none
   * is the user's.
   */
  List<String> lines(Stack stack) {
    List<Site> frames = users(stack.frames());
    int width =
        frames.stream()
            .mapToInt(f -> place(f).length())
            .filter(w -> w <= WIDEST_PLACE)
            .max()
            .orElse(0);
    List<String> lines = new ArrayList<>();
    for (Site frame : frames.subList(0, Math.min(frames.size(), MOST_FRAMES))) {
      lines.add(pad(place(frame), width) + "  " + shortName(frame.function()));
    }
    if (frames.size() > MOST_FRAMES) {
      lines.add("... " + (frames.size() - MOST_FRAMES) + " more frames");
    }
    return lines;
  }

  /** Where the innermost frame of the user's is. */
  Optional<String> innermost(Stack stack) {
    return users(stack.frames()).stream().findFirst().map(this::place);
  }

  /** {@code file:line} as this report writes it. */
  String place(Site site) {
    return site.file().isEmpty() ? "?" : paths.shown(site.file()) + ":" + site.line();
  }

  private List<Site> users(List<Site> frames) {
    int first = 0;
    int end = frames.size();
    while (first < end && isLibrary(frames.get(first))) {
      first++;
    }
    while (end > first && isLibrary(frames.get(end - 1))) {
      end--;
    }
    return first == end ? frames : frames.subList(first, end);
  }

  private boolean isLibrary(Site site) {
    return site.isGenerated()
        || (!site.file().isEmpty() && Path.of(site.file()).startsWith(goRoot));
  }

  /**
   * The function without the directories of its import path: {@code pkg.(*T).Method.func1}. Dots in
   * the last part of the path, which the linker writes as %2e, are dots again.
   */
  static String shortName(String function) {
    int bracket = function.indexOf('[');
    String head = bracket < 0 ? function : function.substring(0, bracket);
    return function.substring(head.lastIndexOf('/') + 1).replace("%2e", ".");
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
