package dev.harrier.binary.x86;

/** Where execution goes after an instruction. */
public enum Flow {
  NEXT,
  CALL,
  CALL_INDIRECT,
  JUMP,
  JUMP_INDIRECT,
  /** To the target or to the next instruction. */
  CONDITIONAL,
  RETURN,
  /** An instruction that the decoder does not know. */
  UNDEFINED
}
