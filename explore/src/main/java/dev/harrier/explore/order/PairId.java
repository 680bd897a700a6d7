package dev.harrier.explore.order;

/** Two operations, one after the other on one channel (GFuzz, Table 1, CountChOpPair). */
record PairId(long value) {
  /** The shift distinguishes "a then b" from "b then a". */
  static PairId of(OperationId previous, OperationId current) {
    return new PairId(previous.value() >>> 1 ^ current.value());
  }
}
