package dev.harrier.campaign;

import java.io.IOException;

/**
 * Which entries of a bucket are no longer renewed by a {@link Lease}. The server forgets them by
 * its clock, which another one may not share that leads after it; whoever waits for somebody has
 * their own, too.
 */
final class Silences {
  private final Bucket bucket;
  private final Unchanged entries = new Unchanged();

  Silences(Bucket bucket) {
    this.bucket = bucket;
  }

  /** Whether an entry has been as it is for longer than anybody who lives is silent. */
  boolean isSilent(String key) throws IOException {
    return entries.since(key, bucket.seen(key).revision()).compareTo(CampaignServer.SILENCE) > 0;
  }

  /** Whether an entry is there that is renewed, besides that of this key. */
  boolean isAnyHeard(String besides) throws IOException {
    for (String key : bucket.keys()) {
      if (!key.equals(besides) && !isSilent(key)) {
        return true;
      }
    }
    return false;
  }
}
