// Scheduling points before what Go's own library accesses without a lock or a channel and
// shows to the program: whether a context is canceled, a server shuts down, a descriptor
// is closed, a process has ended, a timer was stopped in time.
//
// No point is needed before what is read under a lock of package sync, which is one; before
// what only ever changes once, if a function that finds it unchanged continues to a point and
// looks again (sync.Once); and before what only decides how much is done (sync.Pool inside
// package fmt, caches of types).

package patch

//harrier:in context/context.go

func (c *cancelCtx) Err() {
	harrierVisible(&c.err, harrierLoad)
}

func (c *cancelCtx) cancel() {
	//harrier:before c.err.Store(err)
	harrierVisible(&c.err, harrierStore)
}

//harrier:in net/http/server.go

func (s *Server) shuttingDown() {
	harrierVisible(&s.inShutdown, harrierLoad)
}

func (s *Server) Close() {
	harrierVisible(&s.inShutdown, harrierStore)
}

func (s *Server) Shutdown() {
	harrierVisible(&s.inShutdown, harrierStore)
}

func (s *Server) doKeepAlives() {
	harrierVisible(&s.disableKeepAlives, harrierLoad)
}

func (s *Server) SetKeepAlivesEnabled() {
	harrierVisible(&s.disableKeepAlives, harrierStore)
}

func (c *conn) setState() {
	//harrier:before c.curState.Store(
	harrierVisible(&c.curState, harrierStore)
}

func (c *conn) getState() {
	harrierVisible(&c.curState, harrierLoad)
}

func (w *response) finishRequest() {
	harrierVisible(&w.handlerDone, harrierStore)
}

func (w *response) Hijack() {
	harrierVisible(&w.handlerDone, harrierLoad)
}

func (w *response) CloseNotify() {
	//harrier:before if w.handlerDone.Load() {
	harrierVisible(&w.handlerDone, harrierLoad)
}

//harrier:in database/sql/sql.go

func (c *Conn) grabConn() {
	harrierVisible(&c.done, harrierLoad)
}

func (c *Conn) close() {
	harrierVisible(&c.done, harrierUpdate)
}

func (tx *Tx) isDone() {
	harrierVisible(&tx.done, harrierLoad)
}

func (tx *Tx) Commit() {
	//harrier:before if !tx.done.CompareAndSwap(
	harrierVisible(&tx.done, harrierUpdate)
}

func (tx *Tx) rollback() {
	harrierVisible(&tx.done, harrierUpdate)
}

func (rs *Rows) awaitDone() {
	//harrier:before err := ctx.Err()
	harrierVisible(&rs.contextDone, harrierStore)

	//harrier:before err := txctx.Err()
	harrierVisible(&rs.contextDone, harrierStore)
}

func (rs *Rows) Next() {
	//harrier:before if rs.contextDone.Load()
	harrierVisible(&rs.contextDone, harrierLoad)
}

func (rs *Rows) Err() {
	harrierVisible(&rs.contextDone, harrierLoad)
}

//harrier:in log/log.go

func (l *Logger) output() {
	harrierVisible(&l.isDiscard, harrierLoad)
}

func (l *Logger) SetOutput() {
	//harrier:before l.isDiscard.Store(
	harrierVisible(&l.isDiscard, harrierStore)
}

func (l *Logger) Flags() {
	harrierVisible(&l.flag, harrierLoad)
}

func (l *Logger) SetFlags() {
	harrierVisible(&l.flag, harrierStore)
}

func (l *Logger) Prefix() {
	harrierVisible(&l.prefix, harrierLoad)
}

func (l *Logger) SetPrefix() {
	harrierVisible(&l.prefix, harrierStore)
}

//harrier:in log/slog/level.go

func (v *LevelVar) Level() {
	harrierVisible(&v.val, harrierLoad)
}

func (v *LevelVar) Set() {
	harrierVisible(&v.val, harrierStore)
}

//harrier:in log/slog/logger.go

func Default() {
	harrierVisible(&defaultLogger, harrierLoad)
}

func SetDefault() {
	harrierVisible(&defaultLogger, harrierStore)
}

//harrier:in expvar/expvar.go

func (v *Int) Value() {
	harrierVisible(&v.i, harrierLoad)
}

func (v *Int) appendJSON() {
	harrierVisible(&v.i, harrierLoad)
}

func (v *Int) Add() {
	harrierVisible(&v.i, harrierUpdate)
}

func (v *Int) Set() {
	harrierVisible(&v.i, harrierStore)
}

func (v *Float) Value() {
	harrierVisible(&v.f, harrierLoad)
}

func (v *Float) appendJSON() {
	harrierVisible(&v.f, harrierLoad)
}

func (v *Float) Add() {
	harrierVisible(&v.f, harrierUpdate)
}

func (v *Float) Set() {
	harrierVisible(&v.f, harrierStore)
}

func (v *String) Value() {
	harrierVisible(&v.s, harrierLoad)
}

func (v *String) appendJSON() {
	harrierVisible(&v.s, harrierLoad)
}

func (v *String) Set() {
	harrierVisible(&v.s, harrierStore)
}

//harrier:in os/exec.go

func (p *Process) handleTransientAcquire() {
	harrierVisible(&p.state, harrierLoad)
}

func (p *Process) pidStatus() {
	harrierVisible(&p.state, harrierLoad)
}

func (p *Process) doRelease() {
	harrierVisible(&p.state, harrierUpdate)
}

//harrier:in os/exec/exec.go

func (c *Cmd) Start() {
	harrierVisible(&c.startCalled, harrierUpdate)
}

// Files and connections: whether one is closed as it is used.

//harrier:in internal/poll/fd_mutex.go

//harrier:also readWriteLock
func (fd *FD) incref() {
	if harrierSerial != 0 {
		fd.harrierUsed(harrierUsesIt)
	}
}

func (fd *FD) readLock() {
	if harrierSerial != 0 {
		fd.harrierUsed(harrierReadsIt)
	}
}

func (fd *FD) writeLock() {
	if harrierSerial != 0 {
		fd.harrierUsed(harrierWritesIt)
	}
}

//harrier:in internal/poll/fd_unix.go

func (fd *FD) Close() {
	if harrierSerial != 0 {
		fd.harrierUsed(harrierClosesIt)
	}
}

// What package runtime itself shows.

//harrier:in runtime/time.go

func stopTimer() {
	if harrierSerial != 0 {
		harrierUseTimer(&t.timer, harrierStops, 0)
	}

	//harrier:instead return t.stop()
	return harrierUsedTimer(&t.timer, t.stop())
}

func resetTimer() {
	if harrierSerial != 0 {
		harrierUseTimer(&t.timer, harrierResets, when)
	}

	//harrier:instead return t.reset(when, period)
	return harrierUsedTimer(&t.timer, t.reset(when, period))
}

//harrier:in runtime/debug.go

func NumGoroutine() {
	if harrierSerial != 0 {
		harrierSchedulingPoint(nil)
	}
}
