package dev.harrier.campaign;

import dev.harrier.explore.confirm.FindingMerge;
import dev.harrier.explore.corpus.SharedTexts;
import dev.harrier.explore.coverage.SharedCoverage;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A campaign as it is seen from outside. */
public final class CampaignView {
  private final CampaignServer server;

  private CampaignView(CampaignServer server) {
    this.server = server;
  }

  /**
   * Looks at a campaign.
   *
   * @throws CampaignException if there is none of that name
   */
  public static CampaignView of(CampaignServer server) throws CampaignException, IOException {
    if (!server.isThere()) {
      throw new CampaignException(
          "there is no campaign %s; harrier fuzz -campaign begins one".formatted(server.address()));
    }
    return new CampaignView(server);
  }

  /**
   * How far it is.
   *
   * @param executions that count
   * @param open targets that may be explored further
   * @param announced findings that a second worker has seen
   * @param pending findings that no second worker has seen yet
   * @param workers that are there now
   */
  public record Status(
      CampaignTerms terms,
      long executions,
      int targets,
      int open,
      int announced,
      int pending,
      int workers) {}

  /** How far it is. */
  public Status status() throws IOException {
    CampaignTerms terms = terms();
    List<Records.Target> targets = Records.targets(server);
    int announced = 0;
    int pending = 0;
    for (Records.Found found : Records.findings(server)) {
      announced += found.confirmedBy().isEmpty() ? 0 : 1;
      pending += Announcements.isPending(found) ? 1 : 0;
    }
    return new Status(
        terms,
        targets.stream().mapToLong(Records.Target::executions).sum(),
        targets.size(),
        (int) targets.stream().filter(terms::isOpen).count(),
        announced,
        pending,
        server.bucket(Entries.WORKERS).keys().size());
  }

  /**
   * The coverage that all workers gather. No worker waits for a server that is gone to share it.
   */
  public static SharedTexts coverage(CampaignServer server) throws IOException {
    return server.bucket(Entries.COVERAGE).impatient();
  }

  /** How far it is, for a report. */
  public Remark.CampaignState state() throws IOException {
    Status now = status();
    return new Remark.CampaignState(
        server.address().toString(),
        now.executions(),
        now.targets(),
        now.open(),
        now.announced(),
        now.pending(),
        now.workers());
  }

  private CampaignTerms terms() throws IOException {
    return CampaignState.terms(server.bucket(Entries.TERMS))
        .orElseThrow(() -> new IOException("the campaign has lost its terms"));
  }

  /**
   * What workers found.
   *
   * @param findings that a second worker has seen, and those that no worker claims to be proved
   * @param withdrawn how many predictions were made only in targets of which workers have explored
   *     every schedule without showing them
   * @param lost how many can't be shown, because the server does not have them as they were kept
   */
  public record Announced(List<Finding> findings, int withdrawn, int lost) {
    public Announced {
      findings = List.copyOf(findings);
    }
  }

  /** What workers found until now. */
  public Announced announced(FindingTexts texts) throws IOException {
    Set<String> complete =
        Records.targets(server).stream()
            .filter(Records.Target::complete)
            .map(Records.Target::name)
            .collect(Collectors.toSet());
    List<Finding> all = new ArrayList<>();
    Set<String> enumerated = new HashSet<>();
    FindingDocuments documents = new FindingDocuments(server.objects());
    int lost = 0;
    for (Records.Found found : Records.findings(server)) {
      Optional<Finding> finding = documents.of(found).flatMap(texts::finding);
      lost += finding.isEmpty() ? 1 : 0;
      finding
          .filter(f -> !f.strength().isProven() || !found.confirmedBy().isEmpty())
          .ifPresent(all::add);
      finding
          .filter(_ -> found.isOnlyIn(complete))
          .map(Finding::fingerprint)
          .ifPresent(enumerated::add);
    }
    Map<Boolean, List<Finding>> impossible =
        FindingMerge.of(all).stream()
            .collect(
                Collectors.partitioningBy(f ->
                    f.strength() == Strength.PREDICTED && enumerated.contains(f.fingerprint())));
    return new Announced(
        impossible.getOrDefault(false, List.of()),
        impossible.getOrDefault(true, List.of()).size(),
        lost);
  }

  /** Whether a proved finding still waits for another worker's replay. */
  public boolean isWaitedFor() throws IOException {
    return Records.findings(server).stream().anyMatch(Announcements::isPending);
  }

  /** Whether it is still on the server. */
  public boolean isThere() throws IOException {
    return server.isThere();
  }

  /** How long ago it was begun, by the server's clock. */
  public Duration age() throws IOException {
    return server.age();
  }

  /** Another text each time that it is stopped. */
  public String stops() throws IOException {
    return CampaignState.stops(server.bucket(Entries.STOPS));
  }

  /** Requirements of concurrency coverage that its workers have met. */
  public int covered() throws IOException {
    return SharedCoverage.met(coverage(server));
  }

  /** Stops all workers that are at work now. */
  public void stop() throws IOException {
    CampaignState.stop(server.bucket(Entries.STOPS));
  }

  /** Forgets all of it. */
  public void remove() throws IOException {
    server.delete();
  }
}
