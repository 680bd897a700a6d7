package probe

import "sync"

type alarm struct {
	off  bool
	rang int
}

// A Wheel rings alarms, in a goroutine of its own.
type Wheel struct {
	mu     sync.Mutex
	alarms []*alarm
	turn   chan struct{}
}

// NewWheel makes one that stands.
func NewWheel() *Wheel { return &Wheel{turn: make(chan struct{}, 4)} }

// Start lets it turn.
func (w *Wheel) Start() {
	go func() {
		for range w.turn {
			w.mu.Lock()
			for _, a := range w.alarms {
				if !a.off {
					a.rang++
				}
			}
			w.mu.Unlock()
		}
	}()
}

// Turn turns it by one, if it has time.
func (w *Wheel) Turn() {
	select {
	case w.turn <- struct{}{}:
	default:
	}
}

// Stop ends it.
func (w *Wheel) Stop() { close(w.turn) }

// An Alarm rings when its wheel turns.
type Alarm struct {
	wheel *Wheel
	alarm *alarm
}

// NewAlarm makes one that is on.
func (w *Wheel) NewAlarm() *Alarm {
	a := &Alarm{w, &alarm{}}
	w.mu.Lock()
	w.alarms = append(w.alarms, a.alarm)
	w.mu.Unlock()
	w.Turn()
	return a
}

// Stop keeps it from ringing.
func (a *Alarm) Stop() {
	a.wheel.mu.Lock()
	defer a.wheel.mu.Unlock()
	a.alarm.off = true
}
