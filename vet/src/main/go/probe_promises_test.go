package main

import (
	"slices"
	"strings"
	"testing"
)

func TestDocumentationIsReadByTheSentence(t *testing.T) {
	for text, want := range map[string]bool{
		"All methods may be called concurrently.":                                                                                     true,
		"A Pool is goroutine-safe.":                                                                                                   true,
		"It is safe for use by multiple goroutines.":                                                                                  true,
		"Multiple goroutines may invoke methods on a Conn.":                                                                           true,
		"It calls f in a single goroutine at a time, safe or not.":                                                                    false,
		"A concurrent map whose iterators are confined to a goroutine.":                                                               false,
		"It is safe for concurrent use; pass a copy of the options to a goroutine.":                                                   true,
		"LRU implements a non-thread safe fixed size cache.":                                                                          false,
		"A Map must not be copied after first use. It is a concurrent hash map.":                                                      true,
		"A bounded multi-producer multi-consumer concurrent queue.":                                                                   true,
		"Reading concurrently with this leads to unpredictable results.":                                                              false,
		"Not more than a single goroutine must be publishing to the concurrent queue.":                                                false,
		"The function must be safe to run concurrently with itself.":                                                                  false,
		"Ristretto is a fast, concurrent cache library.":                                                                              true,
		"Many concurrent cache misses result in just one cache fill.":                                                                 false,
		"A Buffer is not safe for concurrent use.":                                                                                    false,
		"Close must not be called concurrently with other methods.":                                                                   false,
		"Set must be called before Start, it is safe for parallel use.":                                                               false,
		"It may be shared between goroutines without further locking.":                                                                true,
		"All of its methods can be called from multiple goroutines simultaneously.":                                                   true,
		"It is meant to live long and to serve many callers at once.":                                                                 true,
		"Any number of producers and consumers may work on one Buffer.":                                                               true,
		"Submit and Close can be invoked concurrently.":                                                                               true,
		"Readers never block, and every goroutine can change a setting at any time.":                                                  true,
		"Get is fine to call from several goroutines at a time.":                                                                      true,
		"No guarantee regarding thread safety !":                                                                                      false,
		"Thread-safe access is not provided.":                                                                                         false,
		"A Log is safe for concurrent use if its writer is.":                                                                          false,
		"A Client is safe for concurrent use, except for SetURL.":                                                                     false,
		"It is like a map but is safe for concurrent use by several goroutines.":                                                      true,
		"It is _not_ thread-safe by default.":                                                                                         false,
		"A Tree is **not** safe for use by several goroutines.":                                                                       false,
		"It doesn't claim to be goroutine-safe.":                                                                                      false,
		"Do not share a Reader between goroutines.":                                                                                   false,
		"Handlers may be called from several goroutines.":                                                                             false,
		"Run starts goroutines that can be stopped.":                                                                                  false,
		"Set is an interface of thread-safe and thread-unsafe implementations.":                                                       false,
		"Batches are allowed, but they should only be used by goroutines that have their own keys.":                                   false,
		"Make one for each disk and let all workers share it.":                                                                        true,
		"Create it once and use it everywhere, also from handlers that run at the same time.":                                         true,
		"Do not use it from handlers that run at the same time.":                                                                      false,
		"If you let several workers share it, lock it.":                                                                               false,
		"Never let several workers share it.":                                                                                         false,
		"Any goroutine may call its methods at any time, except that tasks and the panic handler must not call Submit, Try or Close.": true,
		"Any goroutine may call its methods, except that readers must not call Close.":                                                false,
		"A Ring is thread-unsafe.":                                                                                                    false,
		"Close ends it. It may be called more than once, from several goroutines.":                                                    true,
	} {
		if safe := (subject{}).promise(text) != ""; safe != want {
			t.Errorf("%q: safe is %v", text, safe)
		}
	}
}

// What must not be changed once an object is in use, and a word that merely looks like a
// ban, keeps nothing from being probed.
func TestBansAreOfCalls(t *testing.T) {
	for text, want := range map[string]bool{
		"Methods of a Writer may be used concurrently, however its options should not be modified after first use.": false,
		"Its fields must not be modified while it is in use.":                                                       true,
		"A Batch must not be used after it is sent.":                                                                true,
		"A Generation is what a single consumer group has at first":                                                 false,
		"A Ring is for a single producer and a single consumer.":                                                    true,
		"It is a single-producer, single-consumer queue.":                                                           true,
		"If a writer holds the lock, only a single writer is in it.":                                                false,
		"A single writer is supported.":                                                                             true,
		"It has a single writer":                                                                                    true,
	} {
		if got := unsafeWords.MatchString(text); got != want {
			t.Errorf("%q: banned is %v", text, got)
		}
	}
}

// That one call is made at a time keeps other calls from nothing.
func TestOneCallAtATimeIsNoBan(t *testing.T) {
	for text, want := range map[string]bool{
		"Go must only be called once at a time. Calling Go again is a mistake.":    false,
		"Go should be called once at a time.":                                      false,
		"Go must only be called once.":                                             true,
		"Go must be called once at the start.":                                     true,
		"Go must only be called once at a time. It is not safe for concurrent use": true,
	} {
		if got := forbids(text); got != want {
			t.Errorf("%q: banned is %v", text, got)
		}
	}
}

// What a sentence says of other things, of some methods or under a condition is no
// promise of what it documents.
func TestPromisesAreOfTheirSubject(t *testing.T) {
	account := subject{typ: "BankAccount"}
	method := subject{fn: "Balance"}
	maker := subject{"BankAccount", "Open"}
	for _, c := range []struct {
		of   subject
		text string
		want bool
	}{
		// the subject, by its name, a part of it, or a word that stands for it
		{account, "BankAccounts are safe for concurrent use.", true},
		{account, "Goroutines need no lock: the account is safe for concurrent use.", true},
		{account, "Thread-safe.", true},
		{account, "It is safe for concurrent use, also while it is printed.", true},
		{account, "Deposits are logged, and it may be shared by several goroutines.", true},
		{account, "All counters are goroutine-safe.", true},
		{account, "It is always safe to call BankAccount methods from other goroutines.", true},
		{account, "A BankAccount is usable by many goroutines.", true},
		{account, "BankAccount is a persistent, concurrent ledger store.", true},
		{account, "Any goroutine can pay in.", true},
		{account, "Its totals are exact, even if many goroutines pay in. It is thread-safe.", true},
		{account, "Copy it with care; methods are safe for concurrent use.", true},
		{account, "The account is safe for concurrent use, so callers need not wait while others pay in.", true},
		{account, "Safe for use from any goroutine: Balance takes a lock if one is needed.", true},
		{account, "It is frozen once Open has read it, so it may be shared between goroutines.", true},
		{account, "Calls are safe for concurrent use and run one after the other.", true},
		{account, "Uses a lock-free list of transfers.", true},
		{method, "It is fine to call it concurrently.", true},
		{method, "This function may be called concurrently.", true},
		{method, "It does not wait for the branch and may be called concurrently.", true},
		{method, "Cheap and safe for use by many goroutines.", true},
		{method, "The function sum may be called concurrently.", false},
		{method, "Both sum and less may be called concurrently.", false},
		{method, "It may be called concurrently with other methods.", true},
		{method, "It is safe for concurrent use: Deposit waits for goroutines that call it.", true},
		{method, "It is safe to call concurrently with Deposit.", false},
		{method, "It is safe for concurrent use, as long as it has an owner.", false},
		{method, "Balance is safe to call from every goroutine.", true},
		{method, "Balance returns the total. Can be called concurrently.", true},
		{maker, "Open finds an account. The returned account is safe for concurrent use.", true},
		// other things
		{account, "The underlying file is safe for concurrent use.", false},
		{account, "It holds a Journal. The Journal may be shared between goroutines.", false},
		{account, "Deposit and Withdraw are safe for concurrent use.", false},
		{account, "The Deposit and Withdraw methods can be called concurrently.", false},
		{account, "Deposit() is thread-safe.", false},
		{account, "Opening an account is thread-safe.", false},
		{account, "The remaining methods are safe for concurrent use.", false},
		{account, "None of its methods are thread safe.", false},
		{account, "Only methods that have a lock are guaranteed to be concurrently safe.", false},
		{account, "The BankruptAccount is thread-safe, of which it is made.", false},
		{account, "It can make Letters for use by several goroutines.", false},
		{account, "It is safe to call Deposit from several goroutines.", false},
		{account, "One file is used for all of them, as it is goroutine-safe.", false},
		{account, "Accounts that have been opened are safe for concurrent use.", false},
		{account, "It may be used by many goroutines through its Balance method.", false},
		{account, "It has many readers and a single writer, and is lock-free.", false},
		{method, "Balance is slow, as an account is shared by many goroutines that can pay in.", false},
		{method, "Balance returns a snapshot that may be used by many goroutines.", false},
		{method, "The returned cursor is safe for concurrent use.", false},
		{method, "Balance returns a thread-safe copy.", false},
		{method, "Balance has a lock to make it safe for concurrent use.", false},
		{method, "Balance concurrently calls the branches.", false},
		{method, "See BankAccount for what it says of concurrent access.", false},
		{method, "Balance stops when many goroutines were called by the branches.", false},
		// what others have to do
		{account, "Implementations must be fast and thread-safe.", false},
		{account, "A BankAccount has to be threadsafe.", false},
		{account, "It may be called concurrently from multiple goroutines, so it is up to the bank to keep it safe.", false},
		{account, "It should be lock-free.", false},
		{account, "It will be called concurrently.", false},
		{account, "Implementations should ensure thread-safety.", false},
		// negations, conditions and exceptions
		{account, "It is only safe for concurrent use by readers.", false},
		{account, "It is partially thread-safe.", false},
		{account, "If the branch is, the account is safe for concurrent use.", false},
		{account, "When it has no owner, it may be used by several goroutines.", false},
		{account, "It is safe for concurrent use once it is opened.", false},
		{account, "It is safe for concurrent use after Open.", false},
		{account, "It can be used concurrently when its branch is thread-safe.", false},
		{account, "It is safe for concurrent use; except for Close.", false},
		{account, "It is thread-safe. However, do not lock it while it is closed.", false},
		{account, "It is thread-safe. Changes of its fields must be externally synchronized.", false},
		{account, "Any number of goroutines may pay in, but at most one goroutine may close it.", false},
		// reads
		{account, "Read-only methods are safe for concurrent use.", false},
		{account, "It is safe for concurrent readers.", false},
		{account, "It is safe for concurrent reads and writes.", true},
		{account, "Any number of readers may use it.", false},
	} {
		if got := c.of.promise(c.text) != ""; got != c.want {
			t.Errorf("%q of %v: %v", c.text, c.of, got)
		}
	}
}

// What is demanded in one sentence does not hide what another one promises.
func TestThePromiseIsTheSentenceThatMakesIt(t *testing.T) {
	text := "Functions that a Clock calls must be thread-safe.\n\nA Clock (e.g. the one of the\nprocess) is thread-safe. Stop it."
	want := "A Clock (e.g. the one of the process) is thread-safe."
	if got := (subject{typ: "Clock"}).promise(text); got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// A paragraph ends a sentence, as a list or an example before it does.
func TestSentencesBeginInTheirParagraph(t *testing.T) {
	for text, want := range map[string]string{
		"A Store has:\n\n  {\"user\": \"root\"}\n\nNote: Stores are not safe for concurrent use.\n": "Note: Stores are not safe for concurrent use.",
		"A Tree has items.\nIt is not safe for concurrent\nuse. Copy it.":                           "It is not safe for concurrent use.",
		"A Map is not safe for concurrent use":                                                      "A Map is not safe for concurrent use",
	} {
		if got := sentence(unsafeWords, text); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// Of the methods that it does not name, such documentation says nothing.
func TestATypeMayPromiseSomeOfItsMethods(t *testing.T) {
	text := "A Crew runs jobs.\nRun and Close can be invoked concurrently.\n"
	for method, want := range map[string]string{
		"Run":   "Run and Close can be invoked concurrently.",
		"Close": "Run and Close can be invoked concurrently.",
		"Size":  "",
	} {
		if got := (subject{fn: method}).promiseByName(text); got != want {
			t.Errorf("%s: %q", method, got)
		}
	}
	if got := (subject{fn: "Run"}).promiseByName("It is safe for concurrent use."); got != "" {
		t.Errorf("%q names no method", got)
	}
}

func TestAPackageMayBeForOneWriter(t *testing.T) {
	for text, want := range map[string]bool{
		"* Concurrent goroutine support (multiple readers, single mutator).": true,
		"A store for many readers and one writer.":                           true,
		"It is single-writer, multiple-reader.":                              true,
		"It is for a single writer and multiple readers.":                    true,
		"It has multiple readers and writers.":                               false,
		"A lock for multiple readers or a single writer.":                    false,
		"The mutex lets in many readers and one writer.":                     false,
		"It copies several readers to one writer.":                           false,
		"A lock-free ring for a single writer and multiple readers.":         true,
		"It is single-writer/multi-reader.":                                  true,
		"| many readers, one writer | 12 ns |":                               false,
	} {
		if got := saysOneWriter(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestOnlyOneGoroutineChangesWhatIsForOneWriter(t *testing.T) {
	source := `// Package m is for multiple readers and one writer.
package m

import "sync"

type Tree struct {
	mu   sync.Mutex
	root int
	size int
}

func (t *Tree) Set(v int) { t.mu.Lock(); t.root = v; t.mu.Unlock(); t.size++ }

func (t *Tree) Len() int { t.mu.Lock(); defer t.mu.Unlock(); return t.size }
`
	test := `package m

import "testing"

func TestTree(t *testing.T) {
	tree := &Tree{}
	tree.Set(1)
	tree.Len()
}
`
	for _, oneWriter := range []bool{true, false} {
		if !oneWriter {
			source = strings.Replace(source, "one writer", "writers", 1)
		}
		var calls []string
		made := probesOf(t, source, test)
		mustBuild(t, made)
		for _, scenario := range made.Scenarios {
			calls = append(calls, scenario.Test)
		}
		both := slices.ContainsFunc(calls, func(name string) bool { return strings.Contains(name, "SetSet") })
		one := slices.ContainsFunc(calls, func(name string) bool { return strings.Contains(name, "LenSet") || strings.Contains(name, "SetLen") })
		if both == oneWriter || !one {
			t.Errorf("for one writer %v: %v", oneWriter, calls)
		}
	}
}
