package dev.harrier.explore.feedback;

/** What can be done to a channel. */
enum OperationKind {
  MAKE,
  SEND,
  RECEIVE,
  CLOSE
}
