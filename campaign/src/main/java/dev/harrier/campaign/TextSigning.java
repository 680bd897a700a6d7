package dev.harrier.campaign;

import java.io.IOException;

/**
 * Signs the texts of a bucket or a queue on their way to the server, and checks them on the way
 * back.
 */
interface TextSigning {
  /** For texts that lead to no execution: they have no signature. */
  TextSigning NONE =
      new TextSigning() {
        @Override
        public String sign(String key, String text) {
          return text;
        }

        @Override
        public String verify(String key, String text) {
          return text;
        }
      };

  /**
   * The signature of a campaign's key.
   *
   * @param place of the keys, by a name that nothing else has
   */
  static TextSigning of(CampaignKey campaign, Place place) {
    return new TextSigning() {
      @Override
      public String sign(String key, String text) throws IOException {
        return campaign.signed(place.name() + "/" + key, text);
      }

      @Override
      public String verify(String key, String text) throws IOException {
        return campaign.opened(place.name() + "/" + key, text);
      }
    };
  }

  /** Where texts are kept. */
  interface Place {
    /** By a name that nothing else has. */
    String name() throws IOException;
  }

  /** A text as it is written, with its signature in front. */
  String sign(String key, String text) throws IOException;

  /**
   * The text behind a signature.
   *
   * @throws IOException if a worker must not use it; the message is for the user
   */
  String verify(String key, String text) throws IOException;
}
