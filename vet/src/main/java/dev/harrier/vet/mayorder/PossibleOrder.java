package dev.harrier.vet.mayorder;

/**
 * What may order two accesses that the Go memory model, as far as the code was followed, leaves
 * unordered. Such a pair is not a finding: most of them are ordered.
 */
public enum PossibleOrder {
  /** One always comes after a wait that something after the other may end, on some path. */
  WAIT,
  /** The same, where the wait is a call that gets the object and is not followed. */
  UNFOLLOWED_CALL,
  /** Code out of sight waits for something before it calls back. */
  CALLED_BACK,
  /** A branch probably lets one goroutine of many through. */
  ONE_OF_MANY,
  /** A helper decides by what it knows whether to start the goroutine. */
  OPTIONAL_START,
  /** Calls on objects that probably know each other may wait for each other. */
  RELATED_OBJECTS,
  /** Both own an object by a state that lets one in at a time, for all that its code shows. */
  OWNED_STATE,
  /** Both come after a call on an object that may let one goroutine through at a time. */
  SINGLE_TURNS,
  /** One holds a lock that is only known by an interface, the other one that it may be. */
  UNKNOWN_LOCK,
  /** They race with some of the types that an interface value may have, not with all. */
  CHOSEN_TYPE
}
