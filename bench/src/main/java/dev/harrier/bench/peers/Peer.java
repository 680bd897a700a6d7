package dev.harrier.bench.peers;

/** Who looks at the programs. */
enum Peer {
  HARRIER("Harrier"),
  PROFILE("Go's leak profile"),
  GOLEAK("goleak"),
  DETECTOR("Go's deadlock detector"),
  GO_DEADLOCK("go-deadlock");

  private final String title;

  Peer(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
