package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * The edits that make scheduling points of what Go's own library accesses without a lock or a
 * channel and shows to the program: whether a context is cancelled, a server shuts down, a
 * descriptor is closed, a process has ended, a timer was stopped in time.
 *
 * <p>No point is needed before what is read under a lock of package sync, which is one; before what
 * only ever changes once, if a function that finds it unchanged goes on to a point and looks again
 * ({@code sync.Once}); and before what only decides how much is done ({@code sync.Pool} inside
 * package fmt, caches of types). {@code sync.Map}, {@code sync.Pool} and {@code atomic.Value} that
 * the program uses are {@link AtomicEdits}'s.
 */
final class LibraryPoints {
  /** What is done to the variable. */
  private enum Access {
    LOAD,
    STORE,
    UPDATE;

    String constant() {
      String name = name();
      return "harrier" + name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Such an access.
   *
   * @param file of GOROOT
   * @param function the start of its line
   * @param variable that is accessed
   * @param before the statement in front of which the point is; "" for the entry of the function
   */
  private record Point(
      String file, String function, String variable, Access access, String before) {
    Point(String file, String function, String variable, Access access) {
      this(file, function, variable, access, "");
    }

    String statement() {
      return "harrierVisible(&%s, %s);".formatted(variable, access.constant());
    }
  }

  /** Standard input, output and error belong to nobody. */
  private static final int LAST_STANDARD_DESCRIPTOR = 2;

  private static final String CONTEXT = "context/context.go";
  private static final String SERVER = "net/http/server.go";
  private static final String SQL = "database/sql/sql.go";
  private static final String LOG = "log/log.go";
  private static final String EXPVAR = "expvar/expvar.go";
  private static final String PROCESS = "os/exec.go";
  private static final String COMMAND = "os/exec/exec.go";
  private static final String LEVEL = "log/slog/level.go";
  private static final String LOGGER = "log/slog/logger.go";
  private static final String DESCRIPTOR = "internal/poll/fd_mutex.go";

  private static final List<Point> POINTS =
      List.of(
          new Point(CONTEXT, "func (c *cancelCtx) Err(", "c.err", Access.LOAD),
          new Point(
              CONTEXT, "func (c *cancelCtx) cancel(", "c.err", Access.STORE, "c.err.Store(err)"),
          new Point(SERVER, "func (s *Server) shuttingDown(", "s.inShutdown", Access.LOAD),
          new Point(SERVER, "func (s *Server) Close(", "s.inShutdown", Access.STORE),
          new Point(SERVER, "func (s *Server) Shutdown(", "s.inShutdown", Access.STORE),
          new Point(SERVER, "func (s *Server) doKeepAlives(", "s.disableKeepAlives", Access.LOAD),
          new Point(
              SERVER,
              "func (s *Server) SetKeepAlivesEnabled(",
              "s.disableKeepAlives",
              Access.STORE),
          new Point(
              SERVER, "func (c *conn) setState(", "c.curState", Access.STORE, "c.curState.Store("),
          new Point(SERVER, "func (c *conn) getState(", "c.curState", Access.LOAD),
          new Point(SERVER, "func (w *response) finishRequest(", "w.handlerDone", Access.STORE),
          new Point(SERVER, "func (w *response) Hijack(", "w.handlerDone", Access.LOAD),
          new Point(
              SERVER,
              "func (w *response) CloseNotify(",
              "w.handlerDone",
              Access.LOAD,
              "if w.handlerDone.Load() {"),
          new Point(SQL, "func (c *Conn) grabConn(", "c.done", Access.LOAD),
          new Point(SQL, "func (c *Conn) close(", "c.done", Access.UPDATE),
          new Point(SQL, "func (tx *Tx) isDone(", "tx.done", Access.LOAD),
          new Point(
              SQL,
              "func (tx *Tx) Commit(",
              "tx.done",
              Access.UPDATE,
              "if !tx.done.CompareAndSwap("),
          new Point(SQL, "func (tx *Tx) rollback(", "tx.done", Access.UPDATE),
          new Point(
              SQL,
              "func (rs *Rows) awaitDone(",
              "rs.contextDone",
              Access.STORE,
              "err := ctx.Err()"),
          new Point(
              SQL,
              "func (rs *Rows) awaitDone(",
              "rs.contextDone",
              Access.STORE,
              "err := txctx.Err()"),
          new Point(
              SQL,
              "func (rs *Rows) Next(",
              "rs.contextDone",
              Access.LOAD,
              "if rs.contextDone.Load()"),
          new Point(SQL, "func (rs *Rows) Err(", "rs.contextDone", Access.LOAD),
          new Point(LOG, "func (l *Logger) output(", "l.isDiscard", Access.LOAD),
          new Point(
              LOG,
              "func (l *Logger) SetOutput(",
              "l.isDiscard",
              Access.STORE,
              "l.isDiscard.Store("),
          new Point(LOG, "func (l *Logger) Flags(", "l.flag", Access.LOAD),
          new Point(LOG, "func (l *Logger) SetFlags(", "l.flag", Access.STORE),
          new Point(LOG, "func (l *Logger) Prefix(", "l.prefix", Access.LOAD),
          new Point(LOG, "func (l *Logger) SetPrefix(", "l.prefix", Access.STORE),
          new Point(LEVEL, "func (v *LevelVar) Level(", "v.val", Access.LOAD),
          new Point(LEVEL, "func (v *LevelVar) Set(", "v.val", Access.STORE),
          new Point(LOGGER, "func Default(", "defaultLogger", Access.LOAD),
          new Point(LOGGER, "func SetDefault(", "defaultLogger", Access.STORE),
          new Point(EXPVAR, "func (v *Int) Value(", "v.i", Access.LOAD),
          new Point(EXPVAR, "func (v *Int) appendJSON(", "v.i", Access.LOAD),
          new Point(EXPVAR, "func (v *Int) Add(", "v.i", Access.UPDATE),
          new Point(EXPVAR, "func (v *Int) Set(", "v.i", Access.STORE),
          new Point(EXPVAR, "func (v *Float) Value(", "v.f", Access.LOAD),
          new Point(EXPVAR, "func (v *Float) appendJSON(", "v.f", Access.LOAD),
          new Point(EXPVAR, "func (v *Float) Add(", "v.f", Access.UPDATE),
          new Point(EXPVAR, "func (v *Float) Set(", "v.f", Access.STORE),
          new Point(EXPVAR, "func (v *String) Value(", "v.s", Access.LOAD),
          new Point(EXPVAR, "func (v *String) appendJSON(", "v.s", Access.LOAD),
          new Point(EXPVAR, "func (v *String) Set(", "v.s", Access.STORE),
          new Point(PROCESS, "func (p *Process) handleTransientAcquire(", "p.state", Access.LOAD),
          new Point(PROCESS, "func (p *Process) pidStatus(", "p.state", Access.LOAD),
          new Point(PROCESS, "func (p *Process) doRelease(", "p.state", Access.UPDATE),
          new Point(COMMAND, "func (c *Cmd) Start(", "c.startCalled", Access.UPDATE));

  private final Goroot goroot;
  private final LibraryHooks hooks;

  LibraryPoints(Goroot goroot, LibraryHooks hooks) {
    this.goroot = goroot;
    this.hooks = hooks;
  }

  void apply() throws PatchException, IOException {
    for (Point point : POINTS) {
      hooks.declare(point.file());
      GoSource.Function function = goroot.source(point.file()).function(point.function());
      if (point.before().isEmpty()) {
        function.atEntry(point.statement());
      } else {
        function.before(point.before(), point.statement());
      }
    }
    descriptors();
    goroutines();
  }

  /** Files and connections: whether one is closed as it is used. */
  private void descriptors() throws PatchException, IOException {
    hooks.declare("internal/poll/fd_unix.go");
    String use =
        "if harrierSerial != 0 { fd.harrierUsed(%d) };".formatted(LAST_STANDARD_DESCRIPTOR);
    for (String method : List.of("incref", "readLock", "writeLock", "readWriteLock")) {
      goroot.source(DESCRIPTOR).function("func (fd *FD) " + method + "(").atEntry(use);
    }
    goroot.source("internal/poll/fd_unix.go").function("func (fd *FD) Close(").atEntry(use);
  }

  /** What package runtime itself shows. */
  private void goroutines() throws PatchException, IOException {
    for (String change : List.of("stop", "reset")) {
      goroot
          .source("runtime/time.go")
          .function("func " + change + "Timer(")
          .atEntry("if harrierSerial != 0 { harrierUse(unsafe.Pointer(t), harrierUpdate) };");
    }
    goroot
        .source("runtime/debug.go")
        .function("func NumGoroutine(")
        .atEntry("if harrierSerial != 0 { harrierSchedulingPoint(nil) };");
  }
}
