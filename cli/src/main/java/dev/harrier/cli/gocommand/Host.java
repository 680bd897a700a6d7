package dev.harrier.cli.gocommand;

import dev.harrier.cli.process.UserError;

/** The machine that Harrier runs on: programs that it watches are Linux's. */
public final class Host {
  private static final String LINUX = "Linux";

  private Host() {}

  /**
   * Refuses a command that can't work elsewhere.
   *
   * @param command its name, for the user
   * @throws UserError if this is another system
   */
  public static void mustBeLinux(String command) throws UserError {
    String name = System.getProperty("os.name", LINUX);
    if (!name.equals(LINUX)) {
      throw UserError.usage(
          "harrier %s runs programs for Linux, and this machine is %s: run it on Linux or in a container; harrier vet, report, baseline, lsp and doctor work here"
              .formatted(command, name));
    }
  }
}
