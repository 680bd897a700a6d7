package dev.harrier.bench.oracle;

/** What an instruction does; bench/oracle/program.go has the same in the same order. */
enum Code {
  SPAWN,
  SEND,
  RECEIVE,
  CLOSE,
  SELECT,
  LOCK,
  UNLOCK,
  TRY_LOCK,
  READ_LOCK,
  READ_UNLOCK,
  WRITE_LOCK,
  WRITE_UNLOCK,
  ADD,
  DONE,
  WAIT,
  COND_WAIT,
  SIGNAL,
  BROADCAST,
  ONCE,
  LOAD,
  STORE,
  INCREMENT,
  SWAP,
  CANCEL,
  CANCELED,
  ERR,
  AFTER,
  READ,
  WRITE,
  /** Leaves out {@code a} instructions unless the latest result was {@code b}. */
  SKIP_UNLESS
}
