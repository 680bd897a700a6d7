package dev.harrier.toolchain.patch;

import dev.harrier.model.trace.BlockReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The runtime's wait reasons by what they say, which stays the same where their names and numbers
 * do not: {@code waitReasonStrings} in runtime/runtime2.go.
 *
 * @param names those of the runtime's constants that mean each reason; the ones of goroutines in a
 *     bubble of testing/synctest are among them, with a word in parentheses behind the same text
 */
record WaitReasons(Map<BlockReason, List<String>> names) {
  private static final Pattern ENTRY =
      Pattern.compile("(?m)^\\t(waitReason\\w+):\\s+\"([^\"]*)\",$");
  private static final Pattern IN_BUBBLE = Pattern.compile(" \\(\\w+\\)$");

  /**
   * Reads them.
   *
   * @throws PatchException if the runtime lacks one that traces distinguish from others
   */
  static WaitReasons of(GoSource types) throws PatchException {
    Map<BlockReason, List<String>> names = new EnumMap<>(BlockReason.class);
    Matcher entry = ENTRY.matcher(types.text());
    while (entry.find()) {
      names.computeIfAbsent(reason(entry.group(2)), _ -> new ArrayList<>()).add(entry.group(1));
    }
    for (BlockReason reason : BlockReason.values()) {
      if (reason != BlockReason.OTHER && !names.containsKey(reason)) {
        throw new PatchException("runtime/runtime2.go", "waitReasonStrings", reason.words(), 0);
      }
    }
    return new WaitReasons(names);
  }

  private static BlockReason reason(String words) {
    BlockReason reason = BlockReason.ofWords(words);
    return reason == BlockReason.OTHER
        ? BlockReason.ofWords(IN_BUBBLE.matcher(words).replaceFirst(""))
        : reason;
  }

  /** The format numbers them in this order, from 1. */
  private static int number(BlockReason reason) {
    return List.of(BlockReason.values()).indexOf(reason) + 1;
  }

  /** Go code: the function that gives each reason the number that it has in traces. */
  String function() {
    StringBuilder cases = new StringBuilder();
    names.forEach((reason, constants) -> {
      if (reason != BlockReason.OTHER) {
        cases.append(
            "\tcase %s:\n\t\treturn %d\n".formatted(String.join(", ", constants), number(reason)));
      }
    });
    return """
    package runtime

    // harrierReason maps the runtime's wait reasons to those of the trace format.
    func harrierReason(r waitReason) uint64 {
    	switch r {
    %s\t}
    	return %d
    }
    """
        .formatted(cases, number(BlockReason.OTHER));
  }
}
