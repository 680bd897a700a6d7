package dev.harrier.vet.ssa;

import java.util.List;

/**
 * A Go type. Components are numbers in {@link Program#type}, since Go's types are recursive.
 *
 * @param kind that of the underlying type
 * @param text as Go prints it, with full package paths
 * @param element the element of a pointer, slice, array, map or channel; {@link #NONE} otherwise
 * @param members the fields of a struct, the parts of a tuple, or the methods of an interface
 */
public record Type(Kind kind, String text, int element, List<Member> members) {
  /** The number that stands for "no type". */
  public static final int NONE = 0;

  /** What an instruction without a result has for its type. */
  public static final Type ABSENT = new Type(Kind.OTHER, "", NONE, List.of());

  public Type {
    members = List.copyOf(members);
  }

  /** A field of a struct or a part of a tuple; the name may be "". */
  public record Member(String name, int type) {}

  /** Kinds in the order of the codes of {@code docs/internals/ssa-format.md}. */
  public enum Kind {
    BASIC,
    POINTER,
    SLICE,
    ARRAY,
    MAP,
    CHANNEL,
    STRUCT,
    FUNCTION,
    INTERFACE,
    TUPLE,
    OTHER
  }

  /** The name of field {@code index}, or "#index" if the type is not a struct that has it. */
  public String fieldName(int index) {
    return index < members.size() ? members.get(index).name() : "#" + index;
  }
}
