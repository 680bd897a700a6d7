package probe

import "sync"

// A Recorder counts notes once it has begun. It is safe for concurrent use.
type Recorder struct {
	mu    sync.Mutex
	on    bool
	notes int
}

// NewRecorder returns a recorder that is off.
func NewRecorder() *Recorder { return &Recorder{} }

// Begin switches it on.
func (r *Recorder) Begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.on = true
}

// Note counts a note, unless the recorder is off: it takes a Begin and two notes to
// lose one.
func (r *Recorder) Note() bool {
	r.mu.Lock()
	on := r.on
	r.mu.Unlock()
	if on {
		r.notes++ // want data-race~ "r.notes is"
	}
	return on
}
