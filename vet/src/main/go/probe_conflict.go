package main

import "strings"

// byField has the accesses by their fields.
func (s *summary) byField() map[string][]access {
	if s.fields == nil || s.counted != len(s.accesses) {
		s.fields, s.counted = make(map[string][]access), len(s.accesses)
		for a := range s.accesses {
			s.fields[a.field] = append(s.fields[a.field], a)
		}
	}
	return s.fields
}

// unguarded is the rank of accesses that no common lock keeps apart. Where one of them
// holds a lock of the object, the other one is an oversight, and worth more.
const (
	unguarded = 8
	oversight = 2
)

// conflict is how likely two methods go wrong together; 0 if they share nothing.
func conflict(a, b *summary) int {
	rank := overlap(a, b)
	pairs := [][2]*summary{{a, b}, {b, a}}
	if rank > 0 {
		if a == b {
			rank++ // what it checks, it changes itself
		}
		for _, pair := range pairs {
			if pair[0].locksAgain(pair[1]) {
				rank += 3 // checks in one critical section, acts in another
			}
		}
	}
	for _, pair := range pairs {
		if anyChannel(pair[0].closes, pair[1].sends) || anyChannel(pair[0].closes, pair[1].closes) {
			rank = max(rank, 7)
		}
		if anyChannel(pair[0].sends, pair[1].receives) {
			rank = max(rank, 3)
		}
		if anyChannel(pair[0].closes, pair[1].receives) {
			rank = max(rank, 6) // a wait for what the other one does
		}
		if shares(pair[0].signals, pair[1].awaits) {
			rank = max(rank, 6) // one that may come before the wait
		}
		if shares(pair[0].adds, pair[1].joins) {
			rank = max(rank, 6) // a wait that may be over before what it is to wait for begins
		}
		for order := range pair[0].orders {
			if order[0] != order[1] && pair[1].orders[[2]string{order[1], order[0]}] {
				rank = max(rank, 7)
			}
			if order[0] == order[1] && pair[1].writing[order[0]] {
				rank = max(rank, 7) // a reader that reads again waits for a writer that waits for it
			}
		}
	}
	for lock := range a.locks {
		if b.locks[lock] > 0 {
			rank = max(rank, 1)
		}
	}
	return rank
}

// overlap is the rank of what two methods access of which one writes: unguarded, or more
// if that is an oversight, 2 if locks keep all of it apart, or 0 if there is nothing.
func overlap(a, b *summary) int {
	rank := 0
	ofA, ofB := a.byField(), b.byField()
	for field, ones := range ofA {
		for _, x := range ones {
			for _, y := range ofB[field] {
				if !x.write && !y.write {
					continue
				}
				switch {
				case common(x.locks, y.locks):
					rank = max(rank, 2)
				case x.isGuarded() || y.isGuarded():
					return unguarded + oversight
				default:
					rank = unguarded
				}
			}
		}
	}
	return rank
}

// locksAgain reports whether a method takes a lock several times that another one
// takes as well.
func (s *summary) locksAgain(other *summary) bool {
	for lock, n := range s.locks {
		if n > 1 && other.locks[lock] > 0 {
			return true
		}
	}
	return false
}

// locksTwo reports whether a method takes a lock while it holds that of another object of the type.
func (s *summary) locksTwo() bool {
	for order := range s.orders {
		if order[0] == order[1] && s.writing[order[0]] {
			return true
		}
	}
	return false
}

// common reports whether one of two sets of locks keeps the other away.
func common(a, b string) bool {
	for _, x := range strings.Fields(a) {
		for _, y := range strings.Fields(b) {
			lock := strings.TrimSuffix(x, readHeld)
			if lock == strings.TrimSuffix(y, readHeld) && (x == lock || y == lock) {
				return true
			}
		}
	}
	return false
}

// circle reports whether three functions take locks in a circle.
func (s *summary) circle(b, c *summary) bool {
	for first := range s.orders {
		for second := range b.orders {
			if first[1] == second[0] && first[0] != second[1] && c.orders[[2]string{second[1], first[0]}] {
				return true
			}
		}
	}
	return false
}

func (c channel) mayBe(other channel) bool {
	return c.element == other.element && (c.field == "" || other.field == "" || c.field == other.field)
}

func anyChannel(a, b map[channel]bool) bool {
	for x := range a {
		for y := range b {
			if x.mayBe(y) {
				return true
			}
		}
	}
	return false
}

// shares reports whether two sets have something in common.
func shares(a, b map[string]bool) bool {
	for one := range a {
		if one != "" && b[one] {
			return true
		}
	}
	return false
}
