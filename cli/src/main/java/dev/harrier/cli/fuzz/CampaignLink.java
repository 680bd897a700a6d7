package dev.harrier.cli.fuzz;

import dev.harrier.campaign.CampaignException;
import dev.harrier.campaign.CampaignServer;
import dev.harrier.campaign.CampaignTerms;
import dev.harrier.campaign.CampaignView;
import dev.harrier.campaign.FindingTexts;
import dev.harrier.campaign.NatsEngine;
import dev.harrier.cli.session.GoFiles;
import dev.harrier.cli.session.Installation;
import dev.harrier.cli.session.UserError;
import dev.harrier.cli.session.Version;
import dev.harrier.explore.campaign.Discovery;
import dev.harrier.explore.campaign.Engine;
import dev.harrier.explore.corpus.SharedCoverage;
import dev.harrier.explore.guide.CoverageMemory;
import dev.harrier.explore.target.Target;
import dev.harrier.model.finding.Finding;
import dev.harrier.toolchain.driver.MainModule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/** The part of one {@code harrier fuzz} in a campaign of several machines. */
final class CampaignLink implements EngineSource {
  private final CampaignServer server;
  private final Installation installation;
  private final FuzzJob job;
  private Optional<SharedCoverage> coverage = Optional.empty();

  private CampaignLink(CampaignServer server, Installation installation, FuzzJob job) {
    this.server = server;
    this.installation = installation;
    this.job = job;
  }

  /** Connects, before anything is built. */
  static CampaignLink open(CampaignOptions.Access access, Installation installation, FuzzJob job)
      throws UserError {
    return new CampaignLink(access.connect(module(installation)), installation, job);
  }

  private static String module(Installation installation) {
    return installation.modules().stream().map(MainModule::path).findFirst().orElse("");
  }

  @Override
  public CoverageMemory coverage() throws IOException {
    SharedCoverage shared =
        new SharedCoverage(CampaignView.coverage(server), installation.go().moduleRoot());
    coverage = Optional.of(shared);
    return shared;
  }

  @Override
  public Engine engine(
      List<Target> targets,
      ReplayCodes codes,
      Function<Discovery, Finding> witnessed,
      IntSupplier covered)
      throws UserError, IOException {
    try {
      return new NatsEngine(
          server,
          terms(targets, codes),
          targets,
          job.budget(),
          new FindingTexts(installation.go().moduleRoot()),
          witnessed,
          covered);
    } catch (CampaignException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    }
  }

  private CampaignTerms terms(List<Target> targets, ReplayCodes codes) throws IOException {
    return new CampaignTerms(
        Version.current(),
        installation.go().version().toString(),
        module(installation),
        sources(targets),
        flags(codes),
        job.budget().perTarget());
  }

  /** All that changes what an execution means; how many processors there are is each machine's. */
  private String flags(ReplayCodes codes) {
    List<String> flags = new ArrayList<>(codes.buildFlags());
    flags.add("--mode=" + job.mode().name());
    flags.add("--seed=" + job.seed());
    flags.add(
        "--strategy="
            + job.mixes().stream()
                .map(mix -> mix.strategy() + "." + mix.early())
                .collect(Collectors.joining(",")));
    flags.add("--limit=" + job.limit());
    flags.addAll(codes.arguments());
    return String.join(" ", flags);
  }

  /** Digest of the targets, and of all Go files of the modules: what else is built is no source. */
  private String sources(List<Target> targets) throws IOException {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      for (Target target : targets) {
        add(sha, target.shown() + " " + target.program().code());
      }
      for (MainModule module : installation.modules()) {
        if (module.path().equals("std") || module.path().equals("cmd")) {
          continue; // Those of a release are what the version says.
        }
        for (Path file : GoFiles.below(module.directory()).stream().sorted().toList()) {
          add(sha, module.directory().relativize(file).toString());
          sha.update(Files.readAllBytes(file));
        }
      }
      return HexFormat.of().formatHex(sha.digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  private static void add(MessageDigest digest, String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  @Override
  public List<String> notes() throws UserError, IOException {
    List<String> notes = new ArrayList<>();
    try {
      notes.add(CampaignView.of(server).described());
    } catch (CampaignException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    }
    coverage.map(SharedCoverage::notes).ifPresent(notes::addAll);
    return notes;
  }

  @Override
  public void close() {
    server.close();
  }
}
