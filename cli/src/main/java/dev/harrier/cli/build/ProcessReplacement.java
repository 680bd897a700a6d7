package dev.harrier.cli.build;

import dev.harrier.base.process.Executables;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Makes this process another program (execve): the same process id, terminal and parent, so that
 * exit status and signals need not be handed on. Linux only, as the programs that Harrier builds.
 */
final class ProcessReplacement {
  private static final int SIG_SETMASK = 2;
  private static final int SIGNAL_SET_BYTES = 128;

  private ProcessReplacement() {}

  /**
   * Returns only if it failed.
   *
   * @param command its first word is a path, or looked up in the environment's {@code PATH}
   * @return why it failed, for the user
   */
  @SuppressWarnings("restricted") // the launcher allows native access
  static String with(List<String> command, Map<String, String> environment) throws IOException {
    Path executable = lookUp(command.getFirst(), environment);
    Linker linker = Linker.nativeLinker();
    Linker.Option errno = Linker.Option.captureCallState("errno");
    MethodHandle execve =
        linker.downcallHandle(
            linker.defaultLookup().find("execve").orElseThrow(),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS),
            errno);
    MethodHandle mask =
        linker.downcallHandle(
            linker.defaultLookup().find("pthread_sigmask").orElseThrow(),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment path = arena.allocateFrom(executable.toString());
      MemorySegment arguments = strings(command, arena);
      MemorySegment variables =
          strings(
              environment.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList(),
              arena);
      // Java blocks SIGQUIT in all threads but one, and a program inherits what is blocked.
      MemorySegment nothing = arena.allocate(SIGNAL_SET_BYTES);
      int _ = (int) mask.invokeExact(SIG_SETMASK, nothing, MemorySegment.NULL);
      MemoryLayout stateLayout = Linker.Option.captureStateLayout();
      MemorySegment state = arena.allocate(stateLayout);
      int _ = (int) execve.invokeExact(state, path, arguments, variables);
      VarHandle number = stateLayout.varHandle(MemoryLayout.PathElement.groupElement("errno"));
      return "can't run %s: error %d of execve".formatted(executable, (int) number.get(state, 0L));
    } catch (Throwable e) {
      throw new IOException("can't run " + executable, e);
    }
  }

  private static MemorySegment strings(List<String> texts, Arena arena) {
    MemorySegment array = arena.allocate(ValueLayout.ADDRESS, texts.size() + 1L);
    for (int i = 0; i < texts.size(); i++) {
      array.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(texts.get(i)));
    }
    return array;
  }

  private static Path lookUp(String name, Map<String, String> environment) {
    return name.contains("/")
        ? Path.of(name)
        : Executables.onPath(name, environment).orElse(Path.of(name));
  }
}
