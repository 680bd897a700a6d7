package dev.harrier.binary.semantics;

import java.util.ArrayList;
import java.util.List;

/**
 * One line of {@code hooks.txt}.
 *
 * @param function as pclntab names it
 * @param goroutine whose id the record carries
 */
public record Hook(
    HookEvent event,
    Where where,
    String function,
    Operand object,
    Operand argument,
    Subject goroutine,
    When when) {

  /** The place in the function. */
  public sealed interface Where {
    /** After the check of the stack's size. */
    record Entry() implements Where {}

    /** Before every return; with the caller's stack, or without one. */
    record Return(boolean withStack) implements Where {}

    /** Before every direct call of one of these functions. */
    record Call(List<String> callees) implements Where {}

    /** At the entry of {@code runtime.selectgo}. */
    record SelectEntry() implements Where {}
  }

  /** Whose id a record carries. */
  public enum Subject {
    RUNNING,
    /** That which the thread's system stack works for. */
    CURRENT_OF_THREAD,
    NONE
  }

  /** In which executables the hook is set. */
  public sealed interface When {
    /** In all. */
    record Always() implements When {}

    /** Where the compiler inlines locks. */
    record LocksInlined() implements When {}

    /** Where it does not. */
    record LocksOutlined() implements When {}

    /** Where the named function is inlined into the hooked one. */
    record Hosts(String inlined) implements When {}
  }

  /** The hooks for Go 1.{@code minor}. */
  public static List<Hook> of(int minor, Layout layout) {
    List<Hook> hooks = new ArrayList<>();
    for (String[] cells : Tables.read("hooks.txt")) {
      String[] versions = cells[7].split("-");
      if (minor >= Integer.parseInt(versions[0]) && minor <= Integer.parseInt(versions[1])) {
        hooks.add(
            new Hook(
                HookEvent.valueOf(cells[0]),
                where(cells[1]),
                cells[2],
                Operand.parse(cells[3], layout),
                Operand.parse(cells[4], layout),
                subject(cells[5]),
                when(cells[6])));
      }
    }
    return List.copyOf(hooks);
  }

  private static Where where(String cell) {
    return switch (cell) {
      case "entry" -> new Where.Entry();
      case "return" -> new Where.Return(false);
      case "return-stack" -> new Where.Return(true);
      case "select" -> new Where.SelectEntry();
      default -> new Where.Call(List.of(cell.substring("call:".length()).split(",")));
    };
  }

  private static Subject subject(String cell) {
    return switch (cell) {
      case "g" -> Subject.RUNNING;
      case "curg" -> Subject.CURRENT_OF_THREAD;
      case "none" -> Subject.NONE;
      default -> throw new IllegalStateException("hooks.txt: goroutine " + cell);
    };
  }

  private static When when(String cell) {
    return switch (cell) {
      case "always" -> new When.Always();
      case "inline" -> new When.LocksInlined();
      case "outline" -> new When.LocksOutlined();
      default -> new When.Hosts(cell.substring("host:".length()));
    };
  }
}
