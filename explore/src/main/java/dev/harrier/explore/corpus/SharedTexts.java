package dev.harrier.explore.corpus;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Texts by key that several machines read and change. */
public interface SharedTexts {
  /** A change of a text. */
  interface Change {
    /**
     * What shall be there.
     *
     * @param text what is, "" if nothing is
     */
    String of(String text) throws IOException;
  }

  /** All keys, in no order. */
  List<String> keys() throws IOException;

  /** The text of a key; empty if there is none. */
  Optional<String> read(String key) throws IOException;

  /**
   * Changes a text, as nobody else has changed it in between: the change is computed anew if
   * somebody was faster.
   *
   * @param change without effect if it returns the same
   */
  void change(String key, Change change) throws IOException;
}
