package dev.harrier.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The documents of findings, each with the timeline of the replay that proved it. One that is too
 * large for an entry of a bucket is among the campaign's objects, and its entry has the address.
 */
final class FindingDocuments {
  /** Bytes that an entry may have: by default a server takes messages of a megabyte. */
  static final int MOST_INLINE = 256 << 10;

  /** Bytes that a document may have at all; larger ones stay with the worker that found them. */
  static final int MOST = 16 << 20;

  /** A document is an object of JSON, and never begins so. */
  private static final String ELSEWHERE = "object:";

  private final ContentStore objects;

  FindingDocuments(ContentStore objects) {
    this.objects = objects;
  }

  /** Whether it may travel. */
  static boolean fits(String document) {
    return document.getBytes(StandardCharsets.UTF_8).length <= MOST;
  }

  /**
   * What the entry of its finding has for it.
   *
   * @throws IOException if the server does not take it
   */
  String keep(String document) throws IOException {
    return document.getBytes(StandardCharsets.UTF_8).length <= MOST_INLINE
        ? document
        : ELSEWHERE + objects.put(document);
  }

  /**
   * The document of a finding; empty if it has been lost.
   *
   * @throws IOException if the server does not give it
   */
  Optional<String> of(Records.Found found) throws IOException {
    String kept = found.document();
    return kept.startsWith(ELSEWHERE)
        ? objects.text(kept.substring(ELSEWHERE.length()))
        : Optional.of(kept);
  }
}
