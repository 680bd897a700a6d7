package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// errNoRelease says that there is nothing to download for this machine.
var errNoRelease = errors.New("no release")

// A release is one archive and what it must be.
type release struct {
	name   string // the archive without .tar.gz, and its only directory
	digest string // SHA-256 of the archive, hexadecimal
}

// releaseFor finds the release for a system among the lines of SHA256SUMS.
func releaseFor(goos, goarch, checksums string) (release, error) {
	name := fmt.Sprintf("harrier-%s-%s-%s", version, goos, goarch)
	lines := bufio.NewScanner(strings.NewReader(checksums))
	for lines.Scan() {
		digest, file, found := strings.Cut(lines.Text(), "  ")
		if found && file == name+".tar.gz" {
			return release{name, digest}, nil
		}
	}
	if goos != "linux" {
		return release{}, fmt.Errorf("%w for %s: Harrier runs on Linux; elsewhere use its container image", errNoRelease, goos)
	}
	return release{}, fmt.Errorf("%w of Harrier %s for %s/%s is named by this version of the module; take a newer one, or build Harrier from its sources",
		errNoRelease, version, goos, goarch)
}

// install gives the directory of the release below cache. An existing one was
// checked when it was put there: it appears under its name only when it is whole.
func (r release) install(cache, from string) (string, error) {
	home := filepath.Join(cache, r.name+"-"+r.digest[:16])
	if _, err := os.Stat(filepath.Join(home, "bin", "harrier")); err == nil {
		// What was not used for a month is removed. A cache that can't be written is as good.
		now := time.Now()
		_ = os.Chtimes(home, now, now)
		return home, nil
	}
	if err := os.MkdirAll(cache, 0o777); err != nil {
		return "", err
	}
	work, err := os.MkdirTemp(cache, ".download-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	archive := filepath.Join(work, "archive")
	url := strings.TrimSuffix(from, "/") + "/" + r.name + ".tar.gz"
	fmt.Fprintf(os.Stderr, "harrier: downloading %s\n", url)
	digest, err := download(url, archive)
	if err != nil {
		return "", err
	}
	if digest != r.digest {
		return "", fmt.Errorf("%s is not the release that this module names: its SHA-256 is %s, not %s", url, digest, r.digest)
	}
	if err := unpack(archive, work); err != nil {
		return "", fmt.Errorf("%s can't be unpacked: %w", url, err)
	}
	err = os.Rename(filepath.Join(work, r.name), home)
	if _, there := os.Stat(filepath.Join(home, "bin", "harrier")); there == nil {
		// Perhaps of another process that was faster.
		return home, nil
	}
	return "", fmt.Errorf("%s can't be put into %s: %v", r.name, home, err)
}

// download writes what url gives to file, and returns its SHA-256.
func download(url, file string) (string, error) {
	// A server that says nothing ends a build that runs unattended.
	client := &http.Client{Timeout: 10 * time.Minute}
	answer, err := client.Get(url)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %s", url, answer.Status)
	}
	out, err := os.Create(file)
	if err != nil {
		return "", err
	}
	defer out.Close()
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(out, sum), answer.Body); err != nil {
		return "", fmt.Errorf("%s: %w", url, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), out.Close()
}
