package dev.harrier.explore.replay;

import dev.harrier.explore.canon.CanonicalTrace;

/**
 * Where a run left the path of the first one: something came in that is not under control.
 *
 * @param run its number, from 2
 * @param position of the event among those of the canonical trace, from 1
 * @param expected what the first run did there
 * @param found what this run did
 */
public record Divergence(int run, int position, String expected, String found) {
  static Divergence of(int run, CanonicalTrace first, CanonicalTrace other, int position) {
    return new Divergence(run, position + 1, first.line(position), other.line(position));
  }
}
