package probe

import "sync"

var (
	pluginsMu sync.Mutex
	plugins   = map[string]int{}
)

// AddPlugin is safe for concurrent use.
func AddPlugin(name string) {
	pluginsMu.Lock()
	defer pluginsMu.Unlock()
	plugins[name]++ // want data-race?
}

// Plugin is safe for concurrent use.
func Plugin(name string) int {
	return plugins[name] // want data-race
}
