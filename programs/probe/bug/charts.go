package probe

import (
	"slices"
	"sync"
)

// A Track was played so often.
type Track struct {
	Name  string
	Plays int
}

// Charts rank tracks. They are safe for concurrent use.
type Charts struct {
	mu     sync.RWMutex
	tracks []*Track
	genres map[string]string
}

func NewCharts() *Charts { return &Charts{genres: map[string]string{}} }

// Add ranks a track by its plays.
func (c *Charts) Add(name string, plays int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tracks = append(c.tracks, &Track{name, plays})
	slices.SortFunc(c.tracks, func(a, b *Track) int { return b.Plays - a.Plays }) // want data-race
}

// Top is all tracks, the one that was played most first.
func (c *Charts) Top() (top []*Track) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	top = c.tracks
	return top
}

// Label says of what genre a track is.
func (c *Charts) Label(name, genre string) {
	c.mu.Lock()
	c.genres[name] = genre // want data-race
	c.mu.Unlock()
}

// Genres are those of all tracks that have one.
func (c *Charts) Genres() map[string]string { return c.labels() }

func (c *Charts) labels() map[string]string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.genres
}
