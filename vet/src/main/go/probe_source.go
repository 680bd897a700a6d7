package main

import (
	"fmt"
	"go/format"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// A boundCall is an operation in one of its ways.
type boundCall struct {
	operation *operation
	with      way
}

// source is the function that makes the object of a seed.
func (s *seed) source(h *home, maker string) string { return s.sourceWith(h, maker, nil) }

// sourceWith is the function that also returns another variable, if there is one.
func (s *seed) sourceWith(h *home, maker string, also *types.Var) string {
	c := &caller{p: h.p, imports: h.imports}
	if s.typ == nil { // of functions
		return fmt.Sprintf("func %s(%s *%s.T) {\n%s\n}\n", maker, s.param, c.of("testing"), s.text())
	}
	result := types.TypeString(s.typ, c.qualified)
	if strings.HasPrefix(s.result, "&") {
		result = "*" + result
	}
	var text strings.Builder
	returned := s.result
	if also != nil {
		result = "(" + result + ", " + types.TypeString(also.Type(), c.qualified) + ")"
		returned += ", " + also.Name()
	}
	fmt.Fprintf(&text, "func %s(%s *%s.T) %s {\n", maker, s.param, c.of("testing"), result)
	for _, statement := range s.statements {
		text.WriteString(statement + "\n")
	}
	if isNillable(s.typ) && !strings.HasPrefix(s.result, "&") { // its constructor failed
		fmt.Fprintf(&text, "if %s == nil {\n%s.SkipNow()\n}\n", s.result, s.param)
	}
	fmt.Fprintf(&text, "return %s\n}\n", returned)
	return text.String()
}

// isNillable reports whether values of a type may be nil.
func isNillable(typ types.Type) bool {
	switch typ.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

// statements are what a goroutine does for the call, and the expression of its
// results. One of them may be kept in a variable of the test.
func (call boundCall) statements(in *imports, kept keptResult) (string, string) {
	name := call.operation.name
	expression := call.with.text
	var names, shown []string
	for i, typ := range call.operation.results {
		variable := fmt.Sprintf("r%d", i+1)
		if text := shownResult(typ, variable); text != "" {
			names, shown = append(names, variable), append(shown, text)
		} else {
			names = append(names, "_")
		}
	}
	before := ""
	for _, statement := range call.with.before {
		before += statement + "\n"
	}
	if len(shown) == 0 {
		return before + expression + "\n", strconv.Quote(name)
	}
	show := in.renamed("fmt.Sprint(") + strconv.Quote(name+": ") + ", " + strings.Join(shown, `, " ", `) + ")"
	keep := ""
	if kept.variable != "" {
		keep = fmt.Sprintf("%s = r%d\n", kept.variable, kept.result+1)
	}
	return before + strings.Join(names, ", ") + " := " + expression + "\n" + keep, show
}

// A keptResult is one of a call that is compared with those of other calls: whether two calls give
// away the same object is a result as well.
type keptResult struct {
	variable string // "" for none
	result   int
}

// kept are the results of calls that are compared with each other, by the number of the call:
// pointers of the first type that several calls return, with the type.
func (one *piece) kept() (map[int]keptResult, types.Type) {
	type pointers struct {
		typ     types.Type
		results map[int]keptResult
	}
	var all []pointers
	if !one.compared {
		return nil, nil
	}
	for number, call := range slices.Concat(one.shape...) {
		for i, typ := range call.operation.results {
			if !isPointer(typ) {
				continue
			}
			at := slices.IndexFunc(all, func(p pointers) bool { return types.Identical(p.typ, typ) })
			if at < 0 {
				at = len(all)
				all = append(all, pointers{typ, make(map[int]keptResult)})
			}
			if _, known := all[at].results[number]; !known {
				all[at].results[number] = keptResult{fmt.Sprintf("o%d", len(all[at].results)+1), i}
			}
		}
	}
	for _, several := range all {
		if len(several.results) > 1 {
			return several.results, several.typ
		}
	}
	return nil, nil
}

// states is a slice of the texts of what shows the state when all calls have returned; "" if
// nothing does. Each of them is compared by itself.
func (one *piece) states() string {
	text := one.by.home.imports.renamed("fmt.Sprint(")
	var all []string
	for _, shown := range one.state {
		all = append(all, text+shown+")")
	}
	kept, _ := one.kept()
	for i := 1; i < len(kept); i++ {
		all = append(all, fmt.Sprintf(`%s"same object: ", o1 == o%d)`, text, i+1))
	}
	if len(all) == 0 {
		return ""
	}
	return "[]string{" + strings.Join(all, ", ") + "}"
}

// shownResult is an expression whose text is the same for equal results of a
// type: no addresses and no times; "" if there is none.
func shownResult(typ types.Type, expression string) string {
	switch text := types.TypeString(typ, nil); text {
	case "error":
		return expression
	case "time.Time", "time.Duration":
		return ""
	}
	switch under := typ.Underlying().(type) {
	case *types.Basic, *types.Struct, *types.Array:
		if isPlain(typ) {
			return expression
		}
	case *types.Slice:
		if isPlain(under.Elem()) {
			return expression
		}
		// Its elements are read as a caller reads them: the object may still have them.
		return fmt.Sprintf("len(append((%s)[:0:0], %s...))", expression, expression)
	case *types.Map:
		if isPlain(under.Key()) && isPlain(under.Elem()) {
			return expression
		}
		return "len(" + expression + ")"
	case *types.Pointer, *types.Chan, *types.Signature:
		return expression + " != nil"
	case *types.Interface:
		return expression + " != nil"
	}
	return ""
}

// isPlain reports whether the text of a value has neither addresses nor times.
func isPlain(typ types.Type) bool {
	switch types.TypeString(typ, nil) {
	case "time.Time", "time.Duration":
		return false
	}
	switch under := typ.Underlying().(type) {
	case *types.Basic:
		return under.Kind() != types.UnsafePointer && under.Kind() != types.Uintptr
	case *types.Array:
		return isPlain(under.Elem())
	case *types.Struct:
		for i := range under.NumFields() {
			if !isPlain(under.Field(i).Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// concurrent is the test that calls from all goroutines at once.
func (one *piece) concurrent() string {
	var text strings.Builder
	in := one.by.home.imports
	from := "one goroutine"
	if n := len(one.Calls); n > 1 {
		from = fmt.Sprintf("%d goroutines", n)
	}
	of := "methods of one " + one.Type
	if one.by.typ.named == nil {
		of = "functions of package " + one.Type
	}
	fmt.Fprintf(&text, in.renamed("// %s calls %s from %s.\nfunc %s(t *testing.T) {\n%svar results [%d]string\nvar calls sync.WaitGroup\ncalls.Add(%d)\n"),
		one.Test, of, from, one.Test, one.object(), one.count(), len(one.Calls))
	if one.serves {
		text.WriteString("ended := make(chan bool, 1)\n")
	}
	at := 0
	kept, _ := one.kept()
	for i, calls := range one.shape {
		text.WriteString("go func() {\ndefer calls.Done()\n")
		for _, call := range calls {
			statements, result := call.statements(in, kept[at])
			if len(calls) > 1 && strings.Contains(statements, ":=") {
				fmt.Fprintf(&text, "{\n%sresults[%d] = %s\n}\n", statements, at, result)
			} else {
				fmt.Fprintf(&text, "%sresults[%d] = %s\n", statements, at, result)
			}
			at++
		}
		if one.serves && i == 1 {
			text.WriteString("ended <- true\n")
		}
		text.WriteString("}()\n")
	}
	text.WriteString(one.waiting())
	if one.compared {
		fmt.Fprintf(&text, "//harrier:orders %s\n", one.Test)
		then := ""
		if state := one.states(); state != "" {
			fmt.Fprintf(&text, "state := %s\n", state)
			then = `, " then ", state`
		}
		fmt.Fprintf(&text, in.renamed("got := fmt.Sprint(results%s)\n_ = got\n"), then)
	}
	if one.end != "" {
		fmt.Fprintf(&text, "//harrier:end %s\n%s", one.Test, one.end)
	}
	text.WriteString("}\n")
	return formatted(text.String())
}

// waiting is until all calls have returned. A main loop may begin after the call that was to end it:
// then that is made again, when it has returned.
func (one *piece) waiting() string {
	if !one.serves {
		return "calls.Wait()\n"
	}
	end := one.shape[1][0].with
	return one.by.home.imports.renamed(fmt.Sprintf(`over := make(chan bool, 1)
go func() {
calls.Wait()
over <- true
}()
<-ended
select {
case <-over:
case <-time.After(time.Second): // the end was lost if it came first
func() {
defer func() { recover() }() // it need not work twice
%s
}()
<-over
}
`, strings.Join(append(slices.Clone(end.before), end.text), "\n")))
}

// sequential is the test that makes the calls in all orders.
func (one *piece) sequential() string {
	var text strings.Builder
	in := one.by.home.imports
	fmt.Fprintf(&text, in.renamed("func %s(t *testing.T) {\nharrierOrders(t, %q, func(t *testing.T) ([][]func() string, func() []string, func()) {\n%sreturn [][]func() string{\n"), one.Sequential, one.Test, one.object())
	kept, _ := one.kept()
	at := 0
	for _, calls := range one.shape {
		text.WriteString("{\n")
		for _, call := range calls {
			statements, result := call.statements(in, kept[at])
			fmt.Fprintf(&text, "func() string {\n%sreturn %s\n},\n", statements, result)
			at++
		}
		text.WriteString("},\n")
	}
	state := one.states()
	if state == "" {
		state = "nil"
	}
	fmt.Fprintf(&text, "}, func() []string { return %s }, func() {\n%s}\n})\n}\n", state, one.end)
	return formatted(text.String())
}

// object are the statements that make the object, and what else the calls need.
func (one *piece) object() string {
	var text strings.Builder
	if one.by.typ.named == nil && one.by.maker != "" {
		fmt.Fprintf(&text, "%s(t)\n", one.by.maker)
	} else if one.by.maker != "" {
		uses := strings.Join(one.state, "\n") + one.end + strings.Join(one.prelude, "\n")
		for _, calls := range one.shape {
			for _, call := range calls {
				uses += call.with.text
			}
		}
		name := "_"
		define := "="
		if mentions(uses, "x") {
			name, define = "x", ":="
		}
		if mentions(uses, sibling) {
			fmt.Fprintf(&text, "%s, %s := %sBoth(t)\n", name, sibling, one.by.maker)
		} else {
			fmt.Fprintf(&text, "%s %s %s(t)\n", name, define, one.by.maker)
		}
	}
	for _, statement := range one.prelude {
		text.WriteString(statement + "\n")
	}
	if kept, typ := one.kept(); len(kept) > 0 {
		var names []string
		for i := range len(kept) {
			names = append(names, fmt.Sprintf("o%d", i+1))
		}
		c := &caller{p: one.by.home.p, imports: one.by.home.imports}
		all := strings.Join(names, ", ")
		fmt.Fprintf(&text, "var %s %s\n", all, types.TypeString(typ, c.qualified))
		// They are not compared where what shows the state panics.
		fmt.Fprintf(&text, "%s = %s\n", strings.Join(slices.Repeat([]string{"_"}, len(names)), ", "), all)
	}
	return text.String()
}

func (one *piece) count() int {
	n := 0
	for _, calls := range one.Calls {
		n += len(calls)
	}
	return n
}

func formatted(text string) string {
	if out, err := format.Source([]byte(text)); err == nil {
		return string(out)
	}
	return text
}

// ordersSource is what makes calls in all orders: each order on an object of its
// own, each call until it returns or blocks. It writes what it saw as a line of
// JSON. Where the object has goroutines of its own, results depend on how far
// these are.
func ordersSource(in *imports, results string) string {
	return fmt.Sprintf(in.renamed(ordersTemplate), results, results)
}

const ordersTemplate = `
func harrierOrders(t *testing.T, test string, bind func(*testing.T) ([][]func() string, func() []string, func())) {
	type outcome struct {
		Test    string
		Orders  int
		Order   string
		Results []string // of the calls, if all of them returned
		State   []string // what shows it then
		Blocked bool
		Pending bool
		Async   bool
		Panic   string
		Late    string // a panic when two other calls waited: no calls one after the other
		Serial  []int // calls that return before the next is made, up to the first that waits
		Waits   int   // that one; -1 for none
		Endless bool  // what ends the object waits
		Stateless bool // what shows the state panics
	}
	file, err := os.OpenFile(%q, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0666)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	begun, _ := json.Marshal(struct{ Begun string }{test}) // its setup may end it
	file.Write(append(begun, '\n'))
	returns := func(end func()) bool {
		done := make(chan bool, 1)
		go func() {
			defer func() { done <- true }() // a package may have a close of its own
			end()
		}()
		select {
		case <-done:
			return true
		case <-time.After(5 * time.Second):
			return false
		}
	}
	shown := func(state func() []string) (all []string, panicked bool) {
		defer func() { panicked = recover() != nil }()
		return state(), false
	}
	goroutines := runtime.NumGoroutine()
	shape, firstState, firstEnd := bind(t)
	next := make([]int, len(shape))
	var order []int
	var all [][]int
	var walk func()
	walk = func() {
		last := true
		for g := range shape {
			if next[g] < len(shape[g]) {
				last = false
				next[g]++
				order = append(order, g)
				walk()
				order = order[:len(order)-1]
				next[g]--
			}
		}
		if last {
			all = append(all, append([]int(nil), order...))
		}
	}
	walk()
	// An order that comes later in the next run shows what depends on those before it.
	written, _ := os.ReadFile(%q)
	first := strings.Count(string(written), fmt.Sprintf("\"Test\":%%q,", test)) / len(all) %% len(all)
	try := func(order []int, goroutines int, calls [][]func() string, state func() []string, end func()) {
		seen := outcome{Test: test, Orders: len(all), Order: fmt.Sprint(order), Waits: -1}
		results := make([]string, 0, len(order))
		first := make([]int, len(calls))
		for g := range calls {
			first[g] = len(results)
			for range calls[g] {
				results = append(results, "")
			}
		}
		at := make([]int, len(calls))
		type call struct{ panicked string }
		pending := make([]chan call, len(calls))
		unreturned := func() int {
			n := 0
			for _, one := range pending {
				if one != nil {
					n++
				}
			}
			return n
		}
		waiting := 0 // before the last call was made
		wait := func(g int) {
			if pending[g] == nil {
				return
			}
			select {
			case one := <-pending[g]:
				pending[g] = nil
				if one.panicked != "" && waiting > 1 {
					seen.Late = one.panicked
				} else if one.panicked != "" && seen.Panic == "" {
					seen.Panic = one.panicked
				}
			case <-time.After(5 * time.Second): // of the virtual clock: nothing else can run
				seen.Blocked = true
			}
		}
		for _, g := range order {
			if wait(g); pending[g] != nil {
				seen.Pending = true
				break
			}
			waiting = unreturned()
			i := at[g]
			at[g]++
			done := make(chan call, 1)
			pending[g] = done
			go func(made func() string, result *string) {
				var one call
				defer func() { done <- one }()
				defer func() {
					if p := recover(); p != nil {
						one.panicked = fmt.Sprint(p)
					}
				}()
				*result = made()
			}(calls[g][i], &results[first[g]+i])
			if wait(g); seen.Waits < 0 && seen.Blocked {
				seen.Waits = first[g] + i
			} else if seen.Waits < 0 {
				seen.Serial = append(seen.Serial, first[g]+i)
			}
			for other := range calls { // what it lets continue comes before the next call
				wait(other)
			}
			// The goroutines of calls that wait are none of the object.
			seen.Async = seen.Async || pending[g] == nil && runtime.NumGoroutine() > goroutines+unreturned()
		}
		for g := range calls {
			wait(g)
			seen.Pending = seen.Pending || pending[g] != nil
		}
		if !seen.Pending && seen.Panic == "" && seen.Late == "" {
			seen.Results = results
			seen.State, seen.Stateless = shown(state)
			seen.Endless = !returns(end)
		}
		line, _ := json.Marshal(seen)
		file.Write(append(line, '\n'))
	}
	orders := append(all[first:], all[:first]...)
	try(orders[0], goroutines, shape, firstState, firstEnd)
	left := orders[1:]
	// A setup may not be made twice in a test, such as one that opens what has its name.
	defer func() {
		for t.Failed() && len(left) > 0 {
			order := left[0]
			left = left[1:]
			t.Run(fmt.Sprint("order", order), func(t *testing.T) {
				goroutines := runtime.NumGoroutine()
				calls, state, end := bind(t)
				try(order, goroutines, calls, state, end)
			})
		}
	}()
	for len(left) > 0 {
		goroutines := runtime.NumGoroutine()
		calls, state, end := bind(t)
		try(left[0], goroutines, calls, state, end)
		left = left[1:]
	}
}
`
