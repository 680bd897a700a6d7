package dev.harrier.campaign;

import java.io.Serial;

/**
 * Something about the campaign or its server that the user can fix; the message is for the user.
 */
public final class CampaignException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  public CampaignException(String message) {
    super(message);
  }

  CampaignException(String message, Throwable cause) {
    super(message, cause);
  }
}
