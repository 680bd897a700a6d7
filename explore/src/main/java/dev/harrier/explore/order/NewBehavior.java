package dev.harrier.explore.order;

/** Why an order deserves to be mutated further: the criteria of GFuzz's Table 1. */
public enum NewBehavior {
  /** Operations followed each other as never before. */
  NEW_PAIR,
  /** Operations followed each other much more often, or more rarely, than ever. */
  NEW_COUNT,
  /** A channel was made that no run had made. */
  NEW_CHANNEL,
  /** A channel was closed that no run had closed. */
  NEW_CLOSE,
  /** A channel stayed open that every run had closed. */
  NEW_OPEN,
  /** A buffer was fuller than ever. */
  FULLER
}
