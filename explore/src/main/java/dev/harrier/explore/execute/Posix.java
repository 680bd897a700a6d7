package dev.harrier.explore.execute;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The few functions of the C library that starting and ending a group of processes takes (spawn.h,
 * sys/wait.h, signal.h; Linux).
 */
@SuppressWarnings("restricted") // What is called is declared here as the C headers declare it.
final class Posix {
  static final int SIGKILL = 9;

  /** Larger than {@code posix_spawnattr_t} and {@code posix_spawn_file_actions_t} anywhere. */
  private static final long OPAQUE = 1024;

  private static final short SETPGROUP = 0x02;
  private static final short SETSIGDEF = 0x04;
  private static final short SETSIGMASK = 0x08;
  private static final int READ = 0;
  private static final int WRITE_NEW = 0x1 | 0x40 | 0x200; // O_WRONLY|O_CREAT|O_TRUNC
  private static final int APPEND = 0x400; // O_APPEND
  private static final int CLOSE_ON_EXEC = 0x80000; // O_CLOEXEC
  private static final int FIRST_INHERITED = 3;
  private static final int MODE = 0644;
  private static final int P_PID = 1;
  private static final int EXITED_NO_WAIT = 0x4 | 0x01000000; // WEXITED|WNOWAIT

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout POINTER = ValueLayout.ADDRESS;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup LIBRARY = LINKER.defaultLookup();
  private static final MethodHandle SPAWN =
      function("posix_spawn", POINTER, POINTER, POINTER, POINTER, POINTER, POINTER);
  private static final MethodHandle ATTR_INIT = function("posix_spawnattr_init", POINTER);
  private static final MethodHandle ATTR_FLAGS =
      function("posix_spawnattr_setflags", POINTER, ValueLayout.JAVA_SHORT);
  private static final MethodHandle ATTR_DEFAULTS =
      function("posix_spawnattr_setsigdefault", POINTER, POINTER);
  private static final MethodHandle ATTR_MASK =
      function("posix_spawnattr_setsigmask", POINTER, POINTER);
  private static final MethodHandle ATTR_DESTROY = function("posix_spawnattr_destroy", POINTER);
  private static final MethodHandle FILL = function("sigfillset", POINTER);
  private static final MethodHandle EMPTY = function("sigemptyset", POINTER);
  private static final MethodHandle ACTIONS_INIT =
      function("posix_spawn_file_actions_init", POINTER);
  private static final MethodHandle ACTIONS_DESTROY =
      function("posix_spawn_file_actions_destroy", POINTER);
  private static final MethodHandle ADD_OPEN =
      function("posix_spawn_file_actions_addopen", POINTER, INT, POINTER, INT, INT);
  private static final MethodHandle ADD_DUP =
      function("posix_spawn_file_actions_adddup2", POINTER, INT, INT);
  private static final MethodHandle ADD_CHDIR =
      function("posix_spawn_file_actions_addchdir_np", POINTER, POINTER);
  private static final Optional<MethodHandle> ADD_CLOSE_FROM =
      LIBRARY.find("posix_spawn_file_actions_addclosefrom_np").map(f -> function(f, POINTER, INT));
  private static final MethodHandle WAITID = function("waitid", INT, INT, POINTER, INT);
  private static final MethodHandle WAITPID = function("waitpid", INT, POINTER, INT);
  private static final MethodHandle KILL = function("kill", INT, INT);
  private static final MethodHandle PIPE = function("pipe2", POINTER, INT);
  private static final MethodHandle CLOSE = function("close", INT);
  private static final MethodHandle READ_SOME =
      sized("read", ValueLayout.JAVA_INT, POINTER, ValueLayout.JAVA_LONG);
  private static final MethodHandle WRITE_SOME =
      sized("write", ValueLayout.JAVA_INT, POINTER, ValueLayout.JAVA_LONG);

  private Posix() {}

  private static MethodHandle function(String name, ValueLayout... parameters) {
    return function(
        LIBRARY
            .find(name)
            .orElseThrow(() -> new UnsupportedOperationException("no " + name + " in libc")),
        parameters);
  }

  /** One that returns how many bytes it took. */
  private static MethodHandle sized(String name, ValueLayout... parameters) {
    return LINKER.downcallHandle(
        LIBRARY.find(name).orElseThrow(), FunctionDescriptor.of(ValueLayout.JAVA_LONG, parameters));
  }

  /** Takes its arguments as an array, which costs less than to spread it at each call. */
  private static MethodHandle function(MemorySegment address, ValueLayout... parameters) {
    return LINKER
        .downcallHandle(address, FunctionDescriptor.of(INT, parameters))
        .asSpreader(Object[].class, parameters.length)
        .asType(MethodType.methodType(int.class, Object[].class));
  }

  /** A pipe, no end of which any process inherits. */
  record Pipe(int from, int to) {}

  static Pipe pipe() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ends = arena.allocate(INT, 2);
      check(call(PIPE, ends, CLOSE_ON_EXEC));
      return new Pipe(ends.getAtIndex(INT, 0), ends.getAtIndex(INT, 1));
    }
  }

  static void close(int descriptor) {
    call(CLOSE, descriptor);
  }

  /**
   * Reads until a buffer is full.
   *
   * @return whether it is; false at the end of what there is to read
   */
  static boolean readFully(int descriptor, MemorySegment buffer) {
    return transfer(READ_SOME, descriptor, buffer);
  }

  /**
   * Writes all of a buffer.
   *
   * @return false if no process reads it any more
   */
  static boolean writeFully(int descriptor, MemorySegment buffer) {
    return transfer(WRITE_SOME, descriptor, buffer);
  }

  /** The JVM's signals restart calls (SA_RESTART), so that less than nothing is a failure. */
  private static boolean transfer(MethodHandle function, int descriptor, MemorySegment buffer) {
    long done = 0;
    while (done < buffer.byteSize()) {
      long n;
      try {
        n = (long) function.invokeExact(descriptor, buffer.asSlice(done), buffer.byteSize() - done);
      } catch (Throwable e) {
        throw new IllegalStateException("a call of the C library failed", e);
      }
      if (n <= 0) {
        return false;
      }
      done += n;
    }
    return true;
  }

  /**
   * Starts a process as the leader of a new group, with no input and all output in one file.
   *
   * @param inherited what its descriptors from 3 on are
   * @return its id, and that of its group
   */
  static int spawn(
      List<String> command,
      Path directory,
      Map<String, String> environment,
      Path output,
      List<Integer> inherited)
      throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment actions = arena.allocate(OPAQUE, 16);
      MemorySegment attributes = arena.allocate(OPAQUE, 16);
      check(call(ACTIONS_INIT, actions));
      check(call(ATTR_INIT, attributes));
      try {
        MemorySegment out = arena.allocateFrom(output.toString());
        check(call(ADD_CHDIR, actions, arena.allocateFrom(directory.toString())));
        check(call(ADD_OPEN, actions, 0, arena.allocateFrom("/dev/null"), READ, 0));
        check(
            call(
                ADD_OPEN,
                actions,
                1,
                out,
                inherited.isEmpty() ? WRITE_NEW : WRITE_NEW | APPEND,
                MODE));
        check(call(ADD_DUP, actions, 1, 2));
        for (int i = 0; i < inherited.size(); i++) {
          check(call(ADD_DUP, actions, inherited.get(i), FIRST_INHERITED + i));
        }
        if (ADD_CLOSE_FROM.isPresent()) {
          check(call(ADD_CLOSE_FROM.get(), actions, FIRST_INHERITED + inherited.size()));
        }
        signals(arena, attributes);
        MemorySegment pid = arena.allocate(INT);
        int error =
            call(
                SPAWN,
                pid,
                arena.allocateFrom(command.getFirst()),
                actions,
                attributes,
                strings(arena, command),
                strings(
                    arena,
                    environment.entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .toList()));
        if (error != 0) {
          throw new IOException(
              "can't start %s in %s: error %d of posix_spawn"
                  .formatted(command.getFirst(), directory, error));
        }
        return pid.get(INT, 0);
      } finally {
        call(ACTIONS_DESTROY, actions);
        call(ATTR_DESTROY, attributes);
      }
    }
  }

  /** The JVM blocks and ignores signals that the child must not. */
  private static void signals(Arena arena, MemorySegment attributes) throws IOException {
    MemorySegment all = arena.allocate(OPAQUE, 16);
    MemorySegment none = arena.allocate(OPAQUE, 16);
    check(call(FILL, all));
    check(call(EMPTY, none));
    check(call(ATTR_DEFAULTS, attributes, all));
    check(call(ATTR_MASK, attributes, none));
    check(call(ATTR_FLAGS, attributes, (short) (SETPGROUP | SETSIGDEF | SETSIGMASK)));
  }

  private static MemorySegment strings(Arena arena, List<String> strings) {
    MemorySegment array = arena.allocate(ValueLayout.ADDRESS, strings.size() + 1L);
    for (int i = 0; i < strings.size(); i++) {
      array.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(strings.get(i)));
    }
    array.setAtIndex(ValueLayout.ADDRESS, strings.size(), MemorySegment.NULL);
    return array;
  }

  /** Waits until a child has ended, and leaves it a zombie: its id stays its own. */
  static void awaitEnd(int pid) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = arena.allocate(OPAQUE, 16);
      while (call(WAITID, P_PID, pid, info, EXITED_NO_WAIT) != 0) {
        // Interrupted by a signal.
      }
    }
  }

  /** Reaps a child that has ended; its status is as waitpid gives it. */
  static int reap(int pid) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(INT);
      while (call(WAITPID, pid, status, 0) != pid) {
        // Interrupted by a signal: nothing else in this process waits for this child.
      }
      return status.get(INT, 0);
    }
  }

  /** Sends a signal to all processes of a group; there may be none left. */
  static void killGroup(int group, int signal) {
    call(KILL, -group, signal);
  }

  private static void check(int error) throws IOException {
    if (error != 0) {
      throw new IOException("can't prepare a process: error " + error);
    }
  }

  private static int call(MethodHandle function, Object... arguments) {
    try {
      return (int) function.invokeExact(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException("a call of the C library failed", e);
    }
  }
}
