package dev.harrier.tracing.text;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The stacks of a text trace; equal ones have one id. */
final class Stacks {
  private static final String TRUNCATED = "...";

  private final Map<Stack, StackId> ids = new HashMap<>();
  private final List<Stack> stacks = new ArrayList<>(List.of(Stack.EMPTY));

  /** Parses {@code function file:line < function file:line ...}; nothing means no stack. */
  StackId parse(Words words) {
    if (words.isEmpty()) {
      return StackId.NONE;
    }
    List<Site> frames = new ArrayList<>();
    do {
      frames.add(site(words));
    } while (words.take("<"));
    return intern(new Stack(frames, words.take(TRUNCATED)));
  }

  static Site site(Words words) {
    String function = words.next("a function such as main.main");
    String place = words.next("a place such as main.go:12");
    int colon = place.lastIndexOf(':');
    try {
      int line = Integer.parseInt(place.substring(colon + 1));
      if (colon >= 0 && line >= 0) {
        return new Site(function.equals("?") ? "" : function, place.substring(0, colon), line);
      }
    } catch (NumberFormatException e) {
      // Falls through to the error below.
    }
    throw words.error("expected a place such as main.go:12, found " + place);
  }

  static String print(Stack stack) {
    return print(stack, " @ ");
  }

  /**
   * @param before what comes before the innermost frame, if there is any
   */
  static String print(Stack stack, String before) {
    if (stack.frames().isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    for (Site frame : stack.frames()) {
      text.append(text.isEmpty() ? before : " < ").append(print(frame));
    }
    return text.append(stack.truncated() ? " " + TRUNCATED : "").toString();
  }

  static String print(Site site) {
    return Word.quote(site.function().isEmpty() ? "?" : site.function())
        + ' '
        + Word.quote(site.file() + ':' + site.line());
  }

  Stack get(StackId id) {
    return stacks.get(id.value());
  }

  private StackId intern(Stack stack) {
    return ids.computeIfAbsent(
        stack,
        s -> {
          stacks.add(s);
          return new StackId(stacks.size() - 1);
        });
  }
}
