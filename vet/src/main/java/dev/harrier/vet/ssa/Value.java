package dev.harrier.vet.ssa;

import java.math.BigInteger;
import java.util.Optional;

/** An operand of an instruction. Registers, parameters and free variables belong to a function. */
public sealed interface Value {
  /** The result of the instruction that {@link Function#definition} finds. */
  record Register(int index) implements Value {}

  /** A parameter; that of a method counts its receiver first. */
  record Param(int index) implements Value {}

  /** A variable of an enclosing function, captured by reference: the value is its address. */
  record FreeVar(int index) implements Value {}

  /**
   * A constant.
   *
   * @param text the exact value; "nil" for the zero value of a reference type
   */
  record Constant(Type type, String text) implements Value {
    /** The whole number that it is, if it is one. */
    public Optional<BigInteger> number() {
      return text.matches("-?\\d{1,30}") ? Optional.of(new BigInteger(text)) : Optional.empty();
    }
  }

  /** The address of a package-level variable. */
  record Global(String name, Type type, Position position) implements Value {}

  /** A function used as a value, or called. */
  record FunctionRef(FunctionId function) implements Value {}

  /** A predeclared function such as {@code append}, or one that SSA construction adds. */
  record Builtin(String name) implements Value {}

  /** An operand that is not there, such as a missing bound of a slice expression. */
  record Absent() implements Value {}
}
