package dev.harrier.campaign;

import static java.util.Objects.requireNonNull;

import com.google.gson.annotations.SerializedName;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What all workers of a campaign must agree on.
 *
 * @param harrier version
 * @param go version
 * @param goroot of the worker that began it; others may have another one
 * @param modules that are worked on, the first being that of the root
 * @param sources digest of the code of these modules
 * @param packages address of the list of the packages that are explored
 * @param packagePatterns the patterns that gave this list, for workers that can't ask {@code go}
 *     about theirs
 * @param build all in the environment that changes what {@code go build} makes
 * @param flags all that changes what a program is or an execution means, as on the command line
 * @param perTest executions of each target; Long.MAX_VALUE for no limit
 */
public record CampaignTerms(
    String harrier,
    String go,
    String goroot,
    List<Module> modules,
    String sources,
    String packages,
    @SerializedName("asked") String packagePatterns,
    String build,
    String flags,
    long perTest) {
  /**
   * A module.
   *
   * @param path its import path
   * @param directory relative to the root
   */
  public record Module(String path, String directory) {
    public Module {
      requireNonNull(path);
      requireNonNull(directory);
    }
  }

  public CampaignTerms {
    Stream.of(harrier, go, goroot, sources, packages, packagePatterns, build, flags)
        .forEach(Objects::requireNonNull);
    modules = List.copyOf(modules);
  }

  /** Those of the campaign, if it was begun. */
  public static Optional<CampaignTerms> of(CampaignServer server) throws IOException {
    return server.isThere() ? CampaignState.terms(server.bucket(Entries.TERMS)) : Optional.empty();
  }

  /** Whether a target may be explored further. */
  boolean isOpen(Records.Target target) {
    return target.problem().isEmpty() && target.executions() < perTest;
  }

  /** The module that gives the campaign its name. */
  public String module() {
    return modules.isEmpty() ? "" : modules.getFirst().path();
  }

  /**
   * Why a worker with other terms can't join.
   *
   * @param campaign the terms on the server
   */
  Optional<String> differenceFrom(CampaignTerms campaign) {
    if (!campaign.module().equals(module())) {
      return Optional.of("explores the module %s, not %s".formatted(campaign.module(), module()));
    }
    if (!campaign.harrier.equals(harrier)) {
      return Optional.of("is of Harrier %s, this is %s".formatted(campaign.harrier, harrier));
    }
    if (!campaign.go.equals(go)) {
      return Optional.of("uses Go %s, this machine has %s".formatted(campaign.go, go));
    }
    if (!campaign.flags.equals(flags) || campaign.perTest != perTest) {
      return Optional.of("was begun with other flags: " + campaign.flags);
    }
    if (!campaign.build.equals(build)) {
      return Optional.of(
          "builds with '%s', this command with '%s'".formatted(campaign.build, build));
    }
    return campaign.sources.equals(sources) && campaign.packages.equals(packages)
        ? Optional.empty()
        : Optional.of("explores other sources or other packages of " + module());
  }
}
