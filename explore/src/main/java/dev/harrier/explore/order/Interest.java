package dev.harrier.explore.order;

/** Why an order deserves to be mutated further: the criteria of GFuzz's Table 1. */
public enum Interest {
  NEW_PAIR("operations followed each other as never before"),
  NEW_COUNT("operations followed each other much more often, or more rarely, than ever"),
  NEW_CHANNEL("a channel was made that no run had made"),
  NEW_CLOSE("a channel was closed that no run had closed"),
  NEW_OPEN("a channel stayed open that every run had closed"),
  FULLER("a buffer was fuller than ever");

  private final String words;

  Interest(String words) {
    this.words = words;
  }

  /** A sentence without its full stop. */
  public String words() {
    return words;
  }
}
