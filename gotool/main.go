// Harrier finds concurrency bugs in Go programs. This command starts the
// release of Harrier that belongs to this version of the module, so that a
// team pins it in go.mod as it pins any tool:
//
//	go get -tool harrier.dev/harrier@latest
//	go tool harrier test ./...
//
// The first start downloads the release into the user's cache. It runs only if
// its checksum is the one in this module, which go.sum pins in turn.
//
// HARRIER_RELEASES names another place to download from, such as a mirror.
// HARRIER_CACHE names another cache.
package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

const (
	version = "0.1.0"
	origin  = "https://harrier.dev/releases"
)

// What ./dist wrote for the release of this version.
//
//go:embed SHA256SUMS
var checksums string

const (
	marker  = ".harrier-cache"
	tag     = "CACHEDIR.TAG"
	tagText = `Signature: 8a477f597d28d172789f06886806bc55
# This directory is a cache of Harrier, which finds concurrency bugs in Go programs.
# 'harrier cache clean' empties it.
`
)

// What a cache has: CacheEntries.java. The last one is at the root of a file system.
var ours = []string{
	tag, ".in-use", ".looked",
	"goroots", "overlays", "programs", "releases", "run", "source", "ssa-exporter", "stores", "lost+found",
}

const (
	// As of harrier itself.
	statusUsage  = 2
	statusFailed = 4
)

func main() {
	home, err := installed()
	if err == nil {
		err = start(filepath.Join(home, "bin", "harrier"), os.Args[1:])
	}
	fmt.Fprintln(os.Stderr, "harrier:", err)
	if errors.Is(err, errNoRelease) || errors.Is(err, errNoCache) {
		os.Exit(statusUsage)
	}
	os.Exit(statusFailed)
}

// installed gives the directory of the release, downloaded if it is not there.
func installed() (string, error) {
	r, err := releaseFor(runtime.GOOS, runtime.GOARCH, checksums)
	if err != nil {
		return "", err
	}
	cache := os.Getenv("HARRIER_CACHE")
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		cache = filepath.Join(user, "harrier")
	}
	from := os.Getenv("HARRIER_RELEASES")
	if from == "" {
		from = origin
	}
	if err := claim(cache); err != nil {
		return "", err
	}
	return r.install(filepath.Join(cache, "releases"), from)
}

var errNoCache = errors.New("is not a cache of Harrier: it has no file " + marker +
	", which Harrier writes into a new or empty one. HARRIER_CACHE names the cache")

// claim makes a new or empty directory a cache of Harrier, as CacheTag.java
// does: only from such a one is anything removed. One that has something of
// others is refused, as CacheDirectory.java does.
func claim(cache string) error {
	if err := os.MkdirAll(cache, 0o777); err != nil {
		return err
	}
	entries, err := os.ReadDir(cache)
	if err != nil {
		return err
	}
	foreign := false
	for _, entry := range entries {
		if entry.Name() == marker {
			return nil
		}
		foreign = foreign || !slices.Contains(ours, entry.Name())
	}
	if foreign {
		return fmt.Errorf("%s %w", cache, errNoCache)
	}
	if len(entries) > 1 || len(entries) == 1 && entries[0].Name() != tag {
		return nil
	}
	if err := os.WriteFile(filepath.Join(cache, tag), []byte(tagText), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(cache, marker), nil, 0o666)
}
