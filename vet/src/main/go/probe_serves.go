package main

import (
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A serving is a main loop of an object and the methods that end it: no user can end it
// otherwise, so that these are called while it runs, by another goroutine.
type serving struct {
	serve   *types.Func
	place   string // of what its loop waits for
	ends    []*types.Func
	address listening
}

// serveNames are those of methods that may be a main loop, finishNames of those that may end it.
// What they do decides.
var (
	serveNames  = regexp.MustCompile(`^(Serve|ListenAndServe|Listen|Run|Start|Loop|MainLoop|EventLoop|RunLoop|Spin|Main)([A-Z]\w*)?$`)
	finishNames = regexp.MustCompile(`^(Close|Stop|Shutdown|ShutDown|Cancel|Terminate|Quit|Halt|Kill|GracefulStop|GracefulShutdown|Exit|Interrupt|Abort)([A-Z]\w*)?$`)
)

// servings are the main loops of a type.
func (pr *prober) servings(typ *probed) []serving {
	if typ.named == nil || types.IsInterface(typ.named) || strings.HasPrefix(typ.omitted, saidUnsafe) {
		return nil
	}
	if known, ok := pr.served[typ.name]; ok {
		return known
	}
	var found []serving
	methods := pr.functionsOf(typ)
	for _, fn := range methods {
		results := fn.Signature().Results()
		if !serveNames.MatchString(fn.Name()) || results.Len() > 1 || results.Len() == 1 && results.At(0).Type().String() != "error" || forbids(pr.docOf(fn)) {
			continue
		}
		source := pr.in.sources()[fn.Origin().FullName()]
		if source == nil {
			continue
		}
		one := serving{serve: fn}
		flow := pr.flowOf(source)
		awaited := flow.awaited()
		if len(awaited) == 0 {
			continue
		}
		for _, end := range methods {
			if end == fn || !finishNames.MatchString(end.Name()) || forbids(pr.docOf(end)) {
				continue
			}
			if place := pr.endedBy(typ, awaited, fn, end); place.IsValid() {
				one.ends = append(one.ends, end)
				one.place = line(pr.p.Fset, place)
			}
		}
		if len(one.ends) > 0 {
			one.address = flow.listening(typ)
			found = append(found, one)
		}
	}
	pr.served[typ.name] = found
	return found
}

// endedBy is where a main loop waits for what a method does; not valid if it does nothing of it. A
// channel on which other methods send has work: to close it may be meant to come first.
func (pr *prober) endedBy(typ *probed, awaited []wait, serve, end *types.Func) token.Pos {
	source := pr.in.sources()[end.Origin().FullName()]
	if source == nil {
		return token.NoPos
	}
	done := pr.flowOf(source).ending()
	for g, f := range pr.canceled() {
		if done[event{released, g}] {
			done[event{released, f}] = true
		}
	}
	for _, one := range awaited {
		if !done[one.event] {
			continue
		}
		queued := one.kind == released && slices.ContainsFunc(pr.functionsOf(typ), func(other *types.Func) bool {
			if other == serve || other == end || finishNames.MatchString(other.Name()) {
				return false
			}
			for sent := range pr.summaryOf(other).sends {
				if sent.field == one.field {
					return true
				}
			}
			return false
		})
		if !queued {
			return one.at
		}
	}
	return token.NoPos
}

// canceled are the fields with contexts, by those with the functions that cancel them.
func (pr *prober) canceled() map[string]string {
	if pr.contexts != nil {
		return pr.contexts
	}
	pr.contexts = make(map[string]string)
	for _, fn := range pr.in.sources() {
		if packageOf(fn) != pr.p.PkgPath {
			continue
		}
		made := make(map[ssa.Value][2]string)
		for instr := range instructions(fn) {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			part, ok := store.Val.(*ssa.Extract)
			if !ok || part.Index > 1 || field(store.Addr) == "" {
				continue
			}
			if call, ok := part.Tuple.(*ssa.Call); ok && isCancelable(call) {
				fields := made[call]
				fields[part.Index] = field(store.Addr)
				made[call] = fields
			}
		}
		for _, fields := range made {
			if fields[0] != "" && fields[1] != "" {
				pr.contexts[fields[1]] = fields[0]
			}
		}
	}
	return pr.contexts
}

func isCancelable(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	return fn != nil && packageOf(fn) == "context" && strings.HasPrefix(fn.Name(), "With") && fn.Signature.Results().Len() == 2
}

// listens are functions of the library that a server uses whose address is of this machine only:
// none of them reaches anything else.
var listens = []string{
	"net.Listen", "net.ListenPacket", "net.ListenTCP", "net.ListenUDP", "net.ResolveTCPAddr", "net.ResolveUDPAddr",
	"(*net.ListenConfig).Listen", "(*net.ListenConfig).ListenPacket",
	"(net.Listener).Accept", "(net.Listener).Addr", "(net.Listener).Close", "(net.Conn).Close", "(net.Conn).Read", "(net.Conn).Write",
	"(*net.TCPListener).Accept", "(*net.TCPListener).AcceptTCP", "(*net.TCPListener).Addr", "(*net.TCPListener).Close", "(*net.TCPListener).SetDeadline",
	"(*net.TCPConn).SetKeepAlive", "(*net.TCPConn).SetKeepAlivePeriod", "(*net.TCPConn).SetNoDelay",
	"(net.PacketConn).Close", "(net.PacketConn).LocalAddr", "(net.PacketConn).ReadFrom", "(net.PacketConn).SetDeadline", "(net.PacketConn).SetReadDeadline",
	"(*net.UDPConn).Close", "(*net.UDPConn).LocalAddr", "(*net.UDPConn).ReadFrom", "(*net.UDPConn).ReadFromUDP", "(*net.UDPConn).SetReadDeadline", "(*net.UDPConn).SetReadBuffer",
	"(*net/http.Server).Close", "(*net/http.Server).Serve", "(*net/http.Server).Shutdown", "(net.Error).Temporary", "(net.Error).Timeout", "(*net.OpError).Error",
}

// A serving scenario is worth so much more: no promise is needed.
const servingBonus = 6

// loopback is an address of this machine only, with a port that is free.
const loopback = `"127.0.0.1:0"`

// serves are the calls of a main loop and of what ends it, from two goroutines.
func (w *seedWriter) serves() {
	w.served = make(map[[2]string]bool)
	for _, one := range w.pr.servings(w.typ) {
		serve := w.serving(one)
		if serve == nil {
			continue
		}
		for _, fn := range one.ends {
			end := w.operation(fn)
			if end == nil {
				continue
			}
			rank := conflict(w.pr.throughInterfaces(serve), w.pr.throughInterfaces(end))
			if rank == 0 {
				continue
			}
			w.served[[2]string{serve.name, end.name}] = true
			why := &evidence{Kind: "serves", Text: serve.name + " | " + end.name, Place: one.place}
			w.found = append(w.found, candidate{
				rank: 10*rank + servingBonus, serves: why,
				shape: [][]boundCall{{{serve, serve.ways[0]}}, {{end, end.ways[0]}}},
			})
		}
	}
}

// throughInterfaces is what a method does, with what it calls through interfaces of the module.
func (pr *prober) throughInterfaces(o *operation) *summary {
	sum := newSummary()
	sum.add(o.sum)
	for fn, calls := range pr.flowOf(pr.in.sources()[o.fn.Origin().FullName()]).calls {
		if slices.ContainsFunc(calls, (*ssa.CallCommon).IsInvoke) {
			sum.add(pr.summaries.of(fn, nil, 0))
		}
	}
	return sum
}

// operation is the call of a method of the object that its setup does not call, if that reaches
// nothing but this machine, or nil.
func (w *seedWriter) operation(fn *types.Func) *operation {
	if w.pr.want.funcs != nil && !w.pr.want.funcs.MatchString(fn.Name()) || w.from.calls(fn.Name()) {
		return nil
	}
	if i := slices.IndexFunc(w.ops, func(o *operation) bool { return o.fn == fn && o.isMethod() }); i >= 0 {
		return w.ops[i]
	}
	source := w.pr.in.sources()[fn.Origin().FullName()]
	if source == nil || w.pr.in.harmBut([]*types.Func{fn}, listens, w.pr.flowOf(source).connected()) != "" {
		return nil
	}
	c := &caller{in: w.pr.in, p: w.home.p, fn: fn, imports: w.home.imports, locals: make(map[types.Object]string)}
	one := way{method: fn.Name()}
	sig := fn.Signature()
	for i := range sig.Params().Len() {
		param := sig.Params().At(i)
		if sig.Variadic() && i == sig.Params().Len()-1 {
			break
		}
		text, prelude, ok := given(c, param)
		if !ok {
			text, ok = c.value(param.Type(), 0)
		}
		if !ok || w.pr.in.harm(c.used) != "" {
			return nil
		}
		one.args, one.prelude = append(one.args, text), append(one.prelude, prelude...)
	}
	one.before = defining(c.before, one.args)
	o := &operation{name: fn.Name(), fn: fn, place: line(w.pr.p.Fset, fn.Pos()), ends: closeWords.MatchString(fn.Name()), ways: []way{called("x.", one)}}
	for result := range sig.Results().Variables() {
		o.results = append(o.results, result.Type())
	}
	o.sum = w.pr.summaryOf(fn)
	return o
}

// given is a listener, or a socket, that a method takes.
func given(c *caller, param *types.Var) (string, []string, bool) {
	name, listen := "listener", "Listen(\"tcp\", "
	switch param.Type().String() {
	case "net.Listener":
	case "net.PacketConn":
		name, listen = "socket", "ListenPacket(\"udp\", "
	default:
		return "", nil, false
	}
	made := name + ", err := " + c.of("net") + "." + listen + loopback + ")"
	return name, []string{made, "if err != nil { t.Fatal(err) }", "t.Cleanup(func() { " + name + ".Close() })"}, true
}

// serving is the call of a main loop, with the addresses of this machine only that it listens at,
// or after the method that listens for it; nil if other addresses are possible. Where tests call it
// on an object of theirs, that is as they do it.
func (w *seedWriter) serving(one serving) *operation {
	if w.from.helped || w.isOpen() {
		return nil // what has the object may have begun with it
	}
	known := w.operation(one.serve)
	if known == nil {
		return nil
	}
	serve := *known
	serve.ways = []way{w.atLoopback(known.ways[0], one.address)}
	if one.address.any && !one.address.known && (w.from.test == "" || len(w.pr.sites[w.typ.name+"."+one.serve.Name()]) == 0) {
		return nil
	}
	if !one.address.any {
		serve.ways[0].prelude = append(serve.ways[0].prelude, w.listening(one)...)
	}
	return &serve
}

// atLoopback is a way to listen at an address of this machine only.
func (w *seedWriter) atLoopback(of way, at listening) way {
	of.prelude = slices.Clone(of.prelude)
	for _, name := range at.fields {
		of.prelude = append(of.prelude, "x."+name+" = "+loopback)
	}
	for _, i := range at.params {
		if i >= 0 && i < len(of.args) {
			of = of.with(i, loopback)
		}
	}
	return of
}

// isOpen reports whether the setup calls a method that listens, and names no address of this machine
// only.
func (w *seedWriter) isOpen() bool {
	if loopbackNames.MatchString(w.from.text()) {
		return false
	}
	return slices.ContainsFunc(w.pr.functionsOf(w.typ), func(fn *types.Func) bool {
		source := w.pr.in.sources()[fn.Origin().FullName()]
		return source != nil && w.from.calls(fn.Name()) && w.pr.flowOf(source).listening(w.typ).any
	})
}

var loopbackNames = regexp.MustCompile(`\b127\.\d+\.\d+\.\d+\b|\blocalhost\b|\[::1\]`)

var networkNames = regexp.MustCompile(`(?i)net|proto`)

// listening are the statements that call a method which listens for a main loop, if the object has
// one and the setup does not call it.
func (w *seedWriter) listening(one serving) []string {
	reads := make(map[string]bool)
	for a := range w.pr.summaryOf(one.serve).accesses {
		reads[a.field] = true
	}
	for _, fn := range w.pr.functionsOf(w.typ) {
		source := w.pr.in.sources()[fn.Origin().FullName()]
		if fn == one.serve || source == nil || finishNames.MatchString(fn.Name()) || w.from.calls(fn.Name()) {
			continue
		}
		f := w.pr.flowOf(source)
		at := f.listening(w.typ)
		if !at.any || !at.known || len(f.awaited()) > 0 || w.pr.in.harmBut([]*types.Func{fn}, listens, nil) != "" {
			continue
		}
		fills := false
		for a := range w.pr.summaryOf(fn).accesses {
			fills = fills || a.write && reads[a.field] && strings.HasPrefix(a.field, w.typ.name+".")
		}
		call := w.atLoopback(w.plainly(fn), at)
		if !fills || call.text == "" {
			continue
		}
		results := fn.Signature().Results()
		if results.Len() == 1 && results.At(0).Type().String() == "error" {
			return append(call.prelude, "if err := "+call.text+"; err != nil { t.Fatal(err) }")
		} else if results.Len() == 0 {
			return append(call.prelude, call.text)
		}
	}
	return nil
}

// plainly is a call with plain values; its text is "" if there are none.
func (w *seedWriter) plainly(fn *types.Func) way {
	one := way{method: fn.Name()}
	network := `"tcp"`
	for _, called := range w.pr.flowOf(w.pr.in.sources()[fn.Origin().FullName()]).libraryCalls() {
		if strings.Contains(called, "UDP") || strings.Contains(called, "Packet") {
			network = `"udp"`
		}
	}
	for param := range fn.Signature().Params().Variables() {
		switch {
		case param.Type().String() != "string":
			return way{}
		case networkNames.MatchString(param.Name()):
			one.args = append(one.args, network)
		default:
			one.args = append(one.args, loopback)
		}
	}
	return called("x.", one)
}
