package dev.harrier.cli.campaign;

import dev.harrier.campaign.Patience;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.Progress;
import dev.harrier.cli.process.ShutdownHandler;

/** That of a command with the server of a campaign. */
public final class ServerPatience {
  private ServerPatience() {}

  /** The user is told of it, and whoever asks the command to end asks for an end of it. */
  public static Patience of(CommandContext context, ShutdownHandler shutdown) {
    Patience patience = new Patience(what -> Progress.remark(context, what));
    shutdown.onRequest(patience::end);
    return patience;
  }
}
