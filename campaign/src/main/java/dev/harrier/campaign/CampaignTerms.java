package dev.harrier.campaign;

import java.util.Optional;

/**
 * What all workers of a campaign must agree on.
 *
 * @param harrier version
 * @param go version
 * @param module its path
 * @param sources digest of the targets and of the code that they are built from
 * @param flags all that changes what an execution means, as on the command line
 * @param perTest executions of each target; Long.MAX_VALUE for no limit
 */
public record CampaignTerms(
    String harrier, String go, String module, String sources, String flags, long perTest) {
  /**
   * Why a worker with other terms can't join.
   *
   * @param campaign what is there
   */
  Optional<String> differenceFrom(CampaignTerms campaign) {
    if (!campaign.module.equals(module)) {
      return Optional.of("explores the module %s, not %s".formatted(campaign.module, module));
    }
    if (!campaign.harrier.equals(harrier)) {
      return Optional.of("is of Harrier %s, this is %s".formatted(campaign.harrier, harrier));
    }
    if (!campaign.go.equals(go)) {
      return Optional.of("uses Go %s, here is %s".formatted(campaign.go, go));
    }
    if (!campaign.sources.equals(sources)) {
      return Optional.of("explores other sources or other tests of " + module);
    }
    return campaign.flags.equals(flags) && campaign.perTest == perTest
        ? Optional.empty()
        : Optional.of("was begun with other flags: " + campaign.flags);
  }
}
