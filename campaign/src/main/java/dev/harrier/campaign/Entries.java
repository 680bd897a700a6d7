package dev.harrier.campaign;

import java.time.Duration;

/**
 * A kind of entries. A bucket is a stream, whose servers inform each other all the time that they
 * live, so that kinds share one, distinguished by the beginning of their keys; but what a campaign
 * is and what it has found are never next to what is written often: a disk that is full may take
 * along all that is in a bucket.
 */
enum Entries {
  /** What is explored: sources, versions, flags. */
  TERMS("campaign", "", true),
  /** Whether to stop: anyone who may write to the server may end the campaign. */
  STOPS("campaign", "", false),
  /** For each fingerprint: the finding with its best replay. */
  FINDINGS("findings", "", true),
  /** For each target: executions, schedules that showed findings. */
  TARGETS("corpus", "target.", true),
  /** For each target: schedules that showed something new. */
  SCHEDULES("corpus", "schedules.", true),
  /** For each source file: what its usages of concurrency did. */
  COVERAGE("corpus", "coverage.", false),
  /** For each program and platform: the address of its bytes; where its sources use concurrency. */
  BUILDS("corpus", "build.", true),
  /** Which workers are at work; one that says nothing for a while is gone. */
  WORKERS("alive", "worker.", false),
  /** Which programs are being built now. */
  CLAIMS("alive", "build.", false);

  private static final String FORGETFUL = "alive";

  private final String bucket;
  private final String prefix;
  private final boolean signed;

  Entries(String bucket, String prefix, boolean signed) {
    this.bucket = bucket;
    this.prefix = prefix;
    this.signed = signed;
  }

  /** The bucket that has them, within the campaign. */
  String bucket() {
    return bucket;
  }

  /** How their keys begin there; "" if there are no others. */
  String prefix() {
    return prefix;
  }

  /** Whether a worker executes something because of them, so that they need the campaign's key. */
  boolean isSigned() {
    return signed;
  }

  /** How long the server keeps an entry that no worker renews; zero for ever. */
  Duration lifetime() {
    return bucket.equals(FORGETFUL) ? CampaignServer.SILENCE : Duration.ZERO;
  }
}
