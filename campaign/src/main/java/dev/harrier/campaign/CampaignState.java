package dev.harrier.campaign;

import dev.harrier.base.file.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/** A campaign that this worker has joined: what it is, and whether it is to stop. */
public final class CampaignState {
  private static final String TERMS = "terms";
  private static final String STOP = "stop";

  private final CampaignServer server;
  private final CampaignTerms terms;
  private final Bucket bucket;

  /** How often it had been stopped when this worker came: workers that come later continue. */
  private final String stops;

  private CampaignState(CampaignServer server, CampaignTerms terms, Bucket bucket)
      throws IOException {
    this.server = server;
    this.terms = terms;
    this.bucket = bucket;
    this.stops = stops(bucket);
  }

  /**
   * Joins the campaign, or begins it.
   *
   * @throws CampaignException if it is about something else
   */
  public static CampaignState join(CampaignServer server, CampaignTerms mine)
      throws CampaignException, IOException {
    Bucket bucket = server.bucket(Entries.TERMS);
    try {
      bucket.change(TERMS, text -> text.isEmpty() ? Records.text(mine) : text);
    } catch (ForeignEntryException e) {
      throw new CampaignException(
          "the campaign %s can't be joined: %s".formatted(server.address(), e.getMessage()), e);
    }
    Optional<String> difference = terms(bucket).flatMap(mine::differenceFrom);
    if (difference.isPresent()) {
      throw new CampaignException(
          "the campaign %s %s; give another name at the end of the address, or end that campaign: harrier campaign stop -remove %s"
              .formatted(server.address(), difference.get(), server.address()));
    }
    return new CampaignState(server, mine, server.bucket(Entries.STOPS));
  }

  CampaignServer server() {
    return server;
  }

  CampaignTerms terms() {
    return terms;
  }

  static Optional<CampaignTerms> terms(Bucket bucket) throws IOException {
    return Records.terms(bucket.read(TERMS).orElse(""));
  }

  /** What distinguishes the campaign from those that were begun with other terms. */
  static String digest(Bucket bucket) throws IOException {
    String terms =
        bucket.read(TERMS).orElseThrow(() -> new IOException("the campaign has lost its terms"));
    return HexFormat.of().formatHex(Sha256.create().digest(terms.getBytes(StandardCharsets.UTF_8)));
  }

  /** Whether the workers that are at work now are to stop. */
  boolean isStopped() throws IOException {
    return !stops(bucket).equals(stops);
  }

  /** Another text each time that it is stopped. */
  static String stops(Bucket bucket) throws IOException {
    return bucket.read(STOP).orElse("");
  }

  static void stop(Bucket bucket) throws IOException {
    bucket.put(STOP, UUID.randomUUID().toString());
  }
}
