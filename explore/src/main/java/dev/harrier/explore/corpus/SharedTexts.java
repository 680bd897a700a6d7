package dev.harrier.explore.corpus;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Texts by key that several machines read and change. */
public interface SharedTexts {
  /** All keys, in no order. */
  List<String> keys() throws IOException;

  /** The text of a key; empty if there is none. */
  Optional<String> read(String key) throws IOException;

  /**
   * Changes a text, as nobody else has changed it in between: the change is computed anew if
   * somebody was faster.
   *
   * @param change of what is there, "" if nothing is; without effect if it returns the same
   */
  void change(String key, UnaryOperator<String> change) throws IOException;
}
