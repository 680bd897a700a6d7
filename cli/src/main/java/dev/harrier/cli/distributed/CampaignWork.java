package dev.harrier.cli.distributed;

import dev.harrier.base.file.IoErrors;
import dev.harrier.campaign.CampaignAccess;
import dev.harrier.campaign.CampaignAddress;
import dev.harrier.campaign.CampaignException;
import dev.harrier.campaign.CampaignKey;
import dev.harrier.campaign.CampaignServer;
import dev.harrier.campaign.RetryPolicy;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.UserError;
import dev.harrier.report.store.StoreException;
import java.io.IOException;

/** What is done with a campaign that is there, and what its troubles are for a user. */
@FunctionalInterface
public interface CampaignWork<T> {
  T with(CampaignServer server) throws UserError, CampaignException, StoreException, IOException;

  /**
   * Does it.
   *
   * @param address of the campaign, with its name
   * @param keeps whether the connection stays open when the work is done
   */
  static <T> T at(
      String address,
      CampaignAccess access,
      RetryPolicy patience,
      boolean keeps,
      CampaignWork<T> work)
      throws UserError {
    try {
      CampaignAddress parsed = CampaignAddress.parse(address);
      if (parsed.name().isEmpty()) {
        throw UserError.usage(
            "no campaign given: its name follows the server, as in nats://host:4222/name");
      }
      CampaignKey key = CampaignKey.ofReader(access.keyFile(parsed));
      CampaignServer server = CampaignServer.connect(parsed, access, key, patience);
      boolean done = false;
      try {
        T result = work.with(server);
        done = true;
        return result;
      } finally {
        if (!(keeps && done)) {
          server.close();
        }
      }
    } catch (CampaignException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }
}
