package dev.harrier.vet.load;

import java.util.Map;

/** What the environment of the exporter's build must not inherit from the user's module. */
final class Environments {
  private Environments() {}

  /** Builds for this machine, and neither in the user's workspace nor with the user's flags. */
  static void forHost(Map<String, String> environment) {
    environment.remove("GOOS");
    environment.remove("GOARCH");
    environment.put("GOFLAGS", "-mod=mod");
    environment.put("GOWORK", "off");
    environment.put("CGO_ENABLED", "0");
  }
}
