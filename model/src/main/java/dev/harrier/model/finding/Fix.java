package dev.harrier.model.finding;

/** What would fix a defect, where that is known better than the rule's advice says. */
public enum Fix {
  /** Declare Go 1.22 or later, or copy the loop variable. */
  COPY_LOOP_VARIABLE,
  ADD_BEFORE_GO,
  /** Lock, not RLock, where the variable is written. */
  LOCK_TO_WRITE,
  DECLARE_INSIDE_CLOSURE,
  /** Close the body of an HTTP response, which holds a connection and its goroutines. */
  CLOSE_RESPONSE_BODY,
  /** Close an {@code sql.DB}, which has a goroutine of its own. */
  CLOSE_DATABASE,
  /** Commit or roll back an {@code sql.Tx}. */
  END_TRANSACTION,
  /** Close an {@code sql.Rows}. */
  CLOSE_ROWS,
  /** Have the method that begins notice that the one that ends came first. */
  NOTICE_EARLIER_END,
  /** Have the method that ends an object release all goroutines that it has started. */
  RELEASE_AT_END
}
