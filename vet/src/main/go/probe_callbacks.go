package main

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// callsBack is the call of a method with a function that calls a method of the
// object, one that reads it where there is one.
func (pr *prober) callsBack(h *home, m *operation, methods []*operation) *operation {
	params := m.fn.Signature().Params()
	for i := range min(params.Len(), len(m.ways[0].args)) {
		sig, ok := params.At(i).Type().Underlying().(*types.Signature)
		if !ok || sig.Variadic() || m.fn.Signature().RecvTypeParams().Len() > 0 {
			continue
		}
		results, answer, ok := answered(sig.Results())
		if !ok {
			continue
		}
		for _, inner := range methods {
			if inner == m || len(inner.ways[0].args) > 0 || len(inner.results) == 0 || !inner.sum.onlyReads() {
				continue
			}
			given, ok := pr.ignored(h, sig.Params())
			if !ok {
				return nil
			}
			one := *m
			one.name, one.inside = m.name+"Calling"+inner.name, true
			one.ways = []way{m.ways[0].with(i, fmt.Sprintf("func(%s)%s { %s%s }", given, results, inner.ways[0].text, answer))}
			one.sum = newSummary()
			one.sum.add(m.sum)
			one.sum.add(inner.sum)
			one.sum.nested(m.sum, inner.sum)
			return &one
		}
	}
	return nil
}

// answered are the results of a callback and the statement that gives them: those of a function that
// says whether to continue, or whether something went wrong.
func answered(results *types.Tuple) (as, answer string, ok bool) {
	if results.Len() == 0 {
		return "", "", true
	}
	if results.Len() > 1 {
		return "", "", false
	}
	switch types.TypeString(results.At(0).Type(), nil) {
	case "bool":
		return " bool", "; return true", true
	case "error":
		return " error", "; return nil", true
	}
	return "", "", false
}

// ignored are the parameters of a callback that uses none of them; it says no if a type has no name
// where the tests stand.
func (pr *prober) ignored(h *home, params *types.Tuple) (string, bool) {
	c := &caller{in: pr.in, p: h.p, imports: h.imports}
	var all []string
	for param := range params.Variables() {
		if !c.sayable(param.Type()) {
			return "", false
		}
		all = append(all, "_ "+types.TypeString(param.Type(), c.qualified))
	}
	return strings.Join(all, ", "), true
}

// mostLeaving operations of one type are with a subscriber that leaves.
const mostLeaving = 2

// leaving are the calls that deliver to a subscriber which unsubscribes in its
// callback, the first time that it is called.
func (pr *prober) leaving(h *home, methods []*operation) []*operation {
	var all []*operation
	for _, m := range methods {
		prelude, drop := pr.leaver(h, m, methods, len(all)+1)
		if drop == nil {
			continue
		}
		var delivering []*operation
		for _, other := range methods {
			if !other.ends && !openWords.MatchString(other.name) && !dropWords.MatchString(other.name) && conflict(m.sum, other.sum) > 0 && !other.sum.onlyReads() {
				delivering = append(delivering, other)
			}
		}
		for _, other := range methods {
			if other.sum.onlyReads() && conflict(m.sum, other.sum) > 0 && !stateWords.MatchString(other.name) {
				delivering = append(delivering, other)
			}
		}
		for _, other := range delivering {
			if len(all) == mostLeaving {
				return all
			}
			one := *other
			one.name = other.name + "Leaving"
			w := other.ways[0]
			w.prelude = slices.Concat(prelude, w.prelude)
			one.ways, one.without = []way{w}, nil
			one.sum = newSummary()
			one.sum.add(other.sum)
			one.sum.add(drop)
			one.sum.nested(other.sum, drop)
			all = append(all, &one)
		}
	}
	return all
}

// leaver are statements that subscribe with a callback which takes the
// subscription back, and what taking it back does; nil if m is not such a method.
func (pr *prober) leaver(h *home, m *operation, methods []*operation, number int) ([]string, *summary) {
	params := m.fn.Signature().Params()
	if !openWords.MatchString(m.name) || m.fn.Signature().RecvTypeParams().Len() > 0 {
		return nil, nil
	}
	given := slices.IndexFunc(slices.Collect(params.Variables()), func(v *types.Var) bool {
		sig, ok := v.Type().Underlying().(*types.Signature)
		return ok && sig.Results().Len() == 0 && !sig.Variadic()
	})
	if given < 0 || given >= len(m.ways[0].args) {
		return nil, nil
	}
	name, channel := fmt.Sprintf("own%d", number), fmt.Sprintf("left%d", number)
	names := slices.Repeat([]string{"_"}, len(m.results))
	for i, typ := range m.results {
		text, sum := pr.takenBack(m, methods, typ, name)
		if text == "" {
			continue
		}
		callback, ok := pr.ignored(h, params.At(given).Type().Underlying().(*types.Signature).Params())
		if !ok {
			return nil, nil
		}
		names[i] = name
		w := m.ways[0].with(given, fmt.Sprintf("func(%s) { select { case leave := <-%s: leave(); default: } }", callback, channel))
		prelude := slices.Concat(w.prelude, w.before, []string{
			channel + " := make(chan func(), 1)",
			strings.Join(names, ", ") + " := " + w.text,
			channel + " <- func() { " + text + " }",
		})
		return prelude, sum
	}
	return nil, nil
}

// takenBack is the statement that ends a subscription by what it returned, and
// what that does; "" if there is none.
func (pr *prober) takenBack(m *operation, methods []*operation, typ types.Type, name string) (string, *summary) {
	if sig, ok := typ.Underlying().(*types.Signature); ok && sig.Params().Len() == 0 {
		return name + "()", pr.closuresOf(m.fn)
	}
	for _, other := range methods {
		if taker := taking(other, typ, name); taker != nil && other != m && dropWords.MatchString(other.name) && len(taker.ways[0].before)+len(taker.ways[0].prelude) == 0 {
			return taker.ways[0].text, other.sum
		}
	}
	for _, sel := range exportedMethods(typ) {
		fn := sel.Obj().(*types.Func)
		if pr.isOfModule(fn.Pkg()) && closeWords.MatchString(fn.Name()) && fn.Signature().Params().Len() == 0 {
			return name + "." + fn.Name() + "()", pr.summaryOf(fn)
		}
	}
	return "", nil
}
