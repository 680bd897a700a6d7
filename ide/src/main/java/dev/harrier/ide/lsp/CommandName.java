package dev.harrier.ide.lsp;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The commands that an editor may have the server execute. */
enum CommandName {
  /** A test: the URI of its file, its name. */
  TEST,
  /** The same. */
  EXPLORE,
  /** A type: the URI of its file, its name. */
  PROBE,
  /** A finding: the URI of a file of its module, its fingerprint. */
  REPLAY,
  /** The same. */
  TIMELINE,
  /** The package of a file: its URI. */
  VET,
  /** A finding, and the reason why it is meant to be so. */
  SILENCE;

  String id() {
    return "harrier." + name().toLowerCase(Locale.ROOT);
  }

  static Optional<CommandName> of(String id) {
    return Arrays.stream(values()).filter(c -> c.id().equals(id)).findFirst();
  }

  static List<String> ids() {
    return Arrays.stream(values()).map(CommandName::id).toList();
  }
}
