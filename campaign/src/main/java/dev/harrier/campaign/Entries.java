package dev.harrier.campaign;

import java.time.Duration;

/**
 * A kind of entries. A bucket is a stream, whose servers tell each other all the time that they
 * live, so that kinds share one, told apart by the beginning of their keys; but what a campaign is
 * and what it has found are never beside what is written often: a disk that is full may take along
 * all that is in a bucket.
 */
enum Entries {
  /** What is explored (sources, versions, flags), and whether to stop. */
  TERMS("campaign", ""),
  /** For each fingerprint: the finding with its best replay. */
  FINDINGS("findings", ""),
  /** For each target: executions, schedules that showed findings. */
  TARGETS("corpus", "target."),
  /** For each target: schedules that showed something new. */
  SCHEDULES("corpus", "schedules."),
  /** For each source file: what its usages of concurrency did. */
  COVERAGE("corpus", "coverage."),
  /** For each program and platform: the address of its bytes; where its sources use concurrency. */
  BUILDS("corpus", "build."),
  /** Who is there; a worker that says nothing for a while is gone. */
  WORKERS("alive", "worker."),
  /** Which programs are being built now. */
  CLAIMS("alive", "build.");

  private static final String FORGETFUL = "alive";

  private final String bucket;
  private final String prefix;

  Entries(String bucket, String prefix) {
    this.bucket = bucket;
    this.prefix = prefix;
  }

  /** The bucket that has them, within the campaign. */
  String bucket() {
    return bucket;
  }

  /** How their keys begin there; "" if there are no others. */
  String prefix() {
    return prefix;
  }

  /** How long the server keeps an entry that nobody renews; zero for ever. */
  Duration lifetime() {
    return bucket.equals(FORGETFUL) ? CampaignServer.SILENCE : Duration.ZERO;
  }
}
