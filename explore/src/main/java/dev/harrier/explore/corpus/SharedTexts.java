package dev.harrier.explore.corpus;

import java.io.IOException;
import java.util.Map;

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

  /** All of them by their keys. */
  Map<String, String> all() throws IOException;

  /**
   * Changes a text, as no one else has changed it in between: the change is computed again if
   * someone was faster.
   *
   * @param change without effect if it returns the same
   */
  void change(String key, Change change) throws IOException;
}
