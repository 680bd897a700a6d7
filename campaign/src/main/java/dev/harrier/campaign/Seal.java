package dev.harrier.campaign;

import java.io.IOException;

/** What happens to the texts of a bucket or a queue on their way to the server and back. */
interface Seal {
  /** For texts that no worker executes anything for. */
  Seal NONE =
      new Seal() {
        @Override
        public String close(String key, String text) {
          return text;
        }

        @Override
        public String open(String key, String text) {
          return text;
        }
      };

  /**
   * The signature of a campaign's key.
   *
   * @param place of the keys, by a name that nothing else has
   */
  static Seal of(CampaignKey campaign, Place place) {
    return new Seal() {
      @Override
      public String close(String key, String text) throws IOException {
        return campaign.signed(place.name() + "/" + key, text);
      }

      @Override
      public String open(String key, String text) throws IOException {
        return campaign.opened(place.name() + "/" + key, text);
      }
    };
  }

  /** Where texts are kept. */
  interface Place {
    /** By a name that nothing else has. */
    String name() throws IOException;
  }

  /** A text as it is written. */
  String close(String key, String text) throws IOException;

  /**
   * What was written as such a text.
   *
   * @throws IOException if a worker must not use it; the message is for the user
   */
  String open(String key, String text) throws IOException;
}
