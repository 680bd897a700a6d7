package dev.harrier.explore.order;

/** What can be done to a channel. */
enum ChannelAction {
  MAKE,
  SEND,
  RECEIVE,
  CLOSE
}
