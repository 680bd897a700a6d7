package dev.harrier.report.text;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.words.Names;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes stacks, one frame a line.
 *
 * @param goRoot frames in files below it are the library's
 */
public record StackText(SourcePaths paths, Path goRoot) {
  private static final int WIDEST_PLACE = 44;

  /** The runtime's function that calls what was deferred, when a goroutine panics. */
  private static final String PANIC = "runtime.gopanic";

  /** Where the go command keeps the modules that a program depends on. */
  private static final String MODULES = "/pkg/mod/";

  /**
   * The frames from the innermost of the user's to the outermost of the user's, or all if none is
   * the user's; at most {@code most} of them, and a line that counts the rest.
   */
  List<String> lines(Stack stack, int most) {
    List<Site> frames = panicsAsOne(users(stack.frames()));
    List<Site> shown = frames.subList(0, Math.min(frames.size(), most));
    int width =
        shown.stream()
            .filter(f -> !isPanic(f))
            .mapToInt(f -> place(f).length())
            .filter(w -> w <= WIDEST_PLACE)
            .max()
            .orElse(0);
    List<String> lines = new ArrayList<>();
    for (Site frame : shown) {
      lines.add(
          isPanic(frame)
              ? "a deferred call, run by a panic at"
              : pad(place(frame), width) + "  " + Names.function(frame.function()));
    }
    int rest = frames.size() - shown.size();
    if (rest > 0) {
      lines.add("... " + Plurals.count(rest, "more frame"));
    }
    return lines;
  }

  /** The innermost frame of the user's. */
  Optional<Site> innermost(Stack stack) {
    return users(stack.frames()).stream().findFirst();
  }

  /** {@code file:line} as this report writes it. */
  public String place(Site site) {
    return site.file().isEmpty() ? "?" : shown(site.file()) + ":" + site.line();
  }

  /**
   * Relative where it is below the reader's directory; {@code module@version/file} in a dependency;
   * {@code net/http/server.go} in Go's own library.
   */
  private String shown(String file) {
    if (paths.covers(file)) {
      return paths.shown(file);
    }
    int module = file.indexOf(MODULES);
    if (module >= 0 && file.indexOf('@', module) > 0) {
      return unescaped(file.substring(module + MODULES.length()));
    }
    String library = goRoot + "/src/";
    return file.startsWith(library) ? file.substring(library.length()) : file;
  }

  /** The go command writes {@code !a} for {@code A} in the paths of modules. */
  private static String unescaped(String path) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < path.length(); i++) {
      boolean upper = path.charAt(i) == '!' && i + 1 < path.length();
      text.append(upper ? Character.toUpperCase(path.charAt(++i)) : path.charAt(i));
    }
    return text.toString();
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

  /**
   * A panic that runs deferred calls is one frame: which of the runtime's functions raised it, as
   * for a signal, says less than what it means for the calls above.
   */
  private List<Site> panicsAsOne(List<Site> frames) {
    List<Site> kept = new ArrayList<>();
    boolean raising = false;
    for (Site frame : frames) {
      boolean runtime = isLibrary(frame) && frame.function().startsWith("runtime.");
      if (!raising || !runtime) {
        kept.add(frame);
      }
      raising = isPanic(frame) || (raising && runtime);
    }
    return kept;
  }

  private static boolean isPanic(Site frame) {
    return frame.function().equals(PANIC);
  }

  /** Whether a frame is Go's, not the user's. */
  public boolean isLibrary(Site site) {
    return site.isGenerated()
        || SourcePaths.path(site.file()).filter(file -> file.startsWith(goRoot)).isPresent();
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
