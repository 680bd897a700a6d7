package dev.harrier.explore.target;

import java.util.ArrayList;
import java.util.List;

/** One way to run a program. */
public sealed interface Target {
  /**
   * One top-level test, with its subtests.
   *
   * @param test its name
   * @param below patterns for the levels below, as in {@code -run TestA/one}; "" for all
   * @param flags of the test binary: {@code -test.short}. Without a limit of time among them it
   *     gets that of {@code go test}: on the virtual clock it ends a test that hangs next to a
   *     ticker
   */
  record OneTest(Program program, String test, String below, List<String> flags) implements Target {
    public OneTest {
      flags = List.copyOf(flags);
    }

    @Override
    public String name() {
      return test;
    }

    /** What {@code -run} says. */
    public String pattern() {
      return "^" + test + "$" + (below.isEmpty() ? "" : "/" + below);
    }

    @Override
    public List<String> arguments() {
      List<String> arguments = new ArrayList<>();
      arguments.add("-test.run=" + pattern());
      if (flags.stream().noneMatch(flag -> flag.startsWith("-test.timeout="))) {
        arguments.add("-test.timeout=10m");
      }
      arguments.addAll(flags);
      return arguments;
    }
  }

  /** A main package. */
  record Main(Program program, List<String> arguments) implements Target {
    public Main {
      arguments = List.copyOf(arguments);
    }

    @Override
    public String name() {
      return "";
    }
  }

  Program program();

  /** The test's name, "" for a main package. */
  String name();

  /** Arguments of the process. */
  List<String> arguments();

  /**
   * What the names of its package's functions begin with, before a dot: the import path as the
   * linker writes it, in which the last part has no dots of its own.
   */
  default String symbolPrefix() {
    return switch (this) {
      case OneTest _ -> {
        String path = program().importPath();
        int last = path.lastIndexOf('/') + 1;
        yield path.substring(0, last) + path.substring(last).replace(".", "%2e");
      }
      case Main _ -> "main";
    };
  }

  /** How people call it. */
  default String shown() {
    return name().isEmpty() ? program().importPath() : program().importPath() + "." + name();
  }
}
