package dev.harrier.explore.order;

/** What can be done to a channel. */
enum OperationKind {
  MAKE,
  SEND,
  RECEIVE,
  CLOSE
}
