package main

import (
	"fmt"
	"strings"
	"testing"
)

// A pump has a goroutine that no method waits for, and methods that share some fields with it and
// others with each other.
func pump(fields int, body string) string {
	var source strings.Builder
	source.WriteString("package m\n\nimport \"sync\"\n\n// A Pump is safe for concurrent use.\ntype Pump struct {\n\tmu sync.Mutex\n\tstop chan struct{}\n\tturns int\n")
	for i := range fields {
		fmt.Fprintf(&source, "\tn%d int\n", i)
	}
	source.WriteString("}\n\nfunc New(n int) *Pump {\n\tp := &Pump{stop: make(chan struct{})}\n\tgo p.run()\n\treturn p\n}\n\nfunc (p *Pump) run() {\n\tp.turns++\n\t<-p.stop\n}\n\nfunc (p *Pump) Turns() int { return p.turns }\n\nfunc (p *Pump) Close() error { close(p.stop); return nil }\n")
	for i := range fields {
		fmt.Fprintf(&source, "\nfunc (p *Pump) Fill%[1]d() { "+body+" }\n", i)
	}
	return source.String()
}

func pumpTests(n int) string {
	var test strings.Builder
	test.WriteString("package m\n\nimport \"testing\"\n")
	for i := range n {
		fmt.Fprintf(&test, "\nfunc Test%[1]d(t *testing.T) {\n\tp := New(%[1]d)\n\tp.Fill0()\n\tp.Fill1()\n\tp.Turns()\n\tp.Close()\n}\n", i)
	}
	return test.String()
}

// Each beginning of the scenarios has all kinds: many pairs that are likely to go wrong leave room for
// calls of one goroutine, and many objects that are ended for pairs.
func TestKindsOfScenariosHaveShares(t *testing.T) {
	for _, one := range []struct {
		what, source, tests string
	}{
		{"many ends", pump(4, "p.mu.Lock(); p.n%[1]d++; p.mu.Unlock()"), pumpTests(20)},
		{"many pairs", pump(12, "p.n%[1]d++; p.n0++; p.n1++"), pumpTests(2)},
	} {
		made := probesOfUpTo(t, 20, one.source, one.tests)
		if len(made.Scenarios) != 20 {
			t.Errorf("%s: %d scenarios", one.what, len(made.Scenarios))
		}
		for _, n := range []int{10, 20} {
			if counts := countKinds(made.Scenarios[:n]); counts[ofSeveral] < n/2 || counts[ofOne] < n/5 || counts[ofEnd] < n/10 || counts[ofEnd] > n/5 || counts[ofDoubtfulEnd] > n/10 {
				t.Errorf("%s, the first %d: %v", one.what, n, counts)
			}
		}
	}
}

// Many types whose ends come first leave room for pairs.
func TestKindsOfScenariosHaveSharesInAll(t *testing.T) {
	source, tests := pump(2, "p.mu.Lock(); p.n%[1]d++; p.mu.Unlock()"), pumpTests(1)
	one, test := source[strings.Index(source, "// A Pump"):], tests[strings.Index(tests, "\nfunc"):]
	for i := range 12 {
		of := strings.NewReplacer("Pump", fmt.Sprint("Pump", i), "New(", fmt.Sprint("New", i, "("), "Test0", fmt.Sprint("TestOf", i))
		source += "\n" + of.Replace(one)
		tests += of.Replace(test)
	}
	made := probesOfOptions(t, probeOptions{perType: 10, most: 20}, source, tests)
	if counts := countKinds(made.Scenarios); len(made.Scenarios) != 20 || counts[ofSeveral] < 10 || counts[ofOne] < 4 || counts[ofEnd] < 2 || counts[ofEnd] > 4 {
		t.Errorf("of %d: %v", len(made.Scenarios), counts)
	}
}

func countKinds(of []scenario) map[string]int {
	counts := make(map[string]int)
	for _, s := range of {
		counts[(&piece{scenario: s, shape: make([][]boundCall, len(s.Calls))}).scenarioKind()]++
	}
	return counts
}
