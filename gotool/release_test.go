package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

var built = time.Unix(1_700_000_000, 0)

// archive makes a release with one program, and what else is given.
func archive(t *testing.T, name string, more ...tar.Header) []byte {
	t.Helper()
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	out := tar.NewWriter(zip)
	program := "#!/bin/sh\necho started \"$@\"\nexit 1\n"
	entries := append([]tar.Header{
		{Name: name + "/", Typeflag: tar.TypeDir, Mode: 0o755},
		{Name: name + "/bin/harrier", Typeflag: tar.TypeReg, Mode: 0o755, Size: int64(len(program)), ModTime: built},
	}, more...)
	for _, entry := range entries {
		if err := out.WriteHeader(&entry); err != nil {
			t.Fatal(err)
		}
		if entry.Typeflag == tar.TypeReg && entry.Size > 0 {
			if _, err := out.Write([]byte(program)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(out.Close(), zip.Close()); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// serve gives the address of a server that has one file, and counts its requests.
func serve(t *testing.T, file string, content []byte) (string, *int) {
	t.Helper()
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.URL.Path != "/"+file {
			http.NotFound(w, r)
			return
		}
		w.Write(content)
	}))
	t.Cleanup(server.Close)
	return server.URL, &asked
}

func TestInstalledOnceAndStarted(t *testing.T) {
	name := "harrier-" + version + "-linux-amd64"
	content := archive(t, name)
	url, asked := serve(t, name+".tar.gz", content)
	r, err := releaseFor("linux", "amd64", "00  other.tar.gz\n"+digest(content)+"  "+name+".tar.gz\n")
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	for range 2 {
		home, err := r.install(cache, url)
		if err != nil {
			t.Fatal(err)
		}
		program := filepath.Join(home, "bin", "harrier")
		said, err := exec.Command(program, "test", "./...").Output()
		if string(said) != "started test ./...\n" {
			t.Errorf("it said %q (%v)", said, err)
		}
		if info, err := os.Stat(program); err != nil || !info.ModTime().Equal(built) {
			t.Errorf("the time of a file is lost: %v, %v", info, err)
		}
	}
	if *asked != 1 {
		t.Errorf("asked %d times for it", *asked)
	}
	left, _ := os.ReadDir(cache)
	if len(left) != 1 {
		t.Errorf("left in the cache: %v", left)
	}
}

func TestRefused(t *testing.T) {
	name := "harrier-" + version + "-linux-amd64"
	good := archive(t, name)
	escaping := archive(t, name, tar.Header{Name: "../../escaped", Typeflag: tar.TypeReg, Mode: 0o644})
	link := archive(t, name, tar.Header{Name: name + "/link", Typeflag: tar.TypeSymlink, Linkname: "/etc"})
	for _, c := range []struct {
		name    string
		served  []byte
		digest  string
		message string
	}{
		{"another archive", escaping, digest(good), "is not the release that this module names"},
		{"cut short", good[:len(good)/2], digest(good), "is not the release that this module names"},
		{"leads out", escaping, digest(escaping), "leads out of the archive"},
		{"a link", link, digest(link), "neither a file nor a directory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			url, _ := serve(t, name+".tar.gz", c.served)
			cache := t.TempDir()
			_, err := release{name, c.digest}.install(cache, url)
			if err == nil || !strings.Contains(err.Error(), c.message) {
				t.Errorf("error is %v", err)
			}
			if left, _ := os.ReadDir(cache); len(left) != 0 {
				t.Errorf("left in the cache: %v", left)
			}
		})
	}
	t.Run("not there", func(t *testing.T) {
		url, _ := serve(t, "other", good)
		if _, err := (release{name, digest(good)}).install(t.TempDir(), url); err == nil || !strings.Contains(err.Error(), "404") {
			t.Errorf("error is %v", err)
		}
	})
}

func TestSystemsWithoutRelease(t *testing.T) {
	for _, system := range [][2]string{{"darwin", "arm64"}, {"linux", "riscv64"}} {
		if _, err := releaseFor(system[0], system[1], ""); !errors.Is(err, errNoRelease) {
			t.Errorf("%v: error is %v", system, err)
		}
	}
}

// A home directory, say, that HARRIER_CACHE names by mistake, and a cache of an older Harrier.
func TestOnlyNewOrEmptyDirectoriesBecomeCaches(t *testing.T) {
	empty, home, old := t.TempDir(), t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "thesis"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"overlays", "lost+found"} {
		if err := os.Mkdir(filepath.Join(old, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for directory, files := range map[string]int{empty: 2, filepath.Join(t.TempDir(), "new"): 2, home: 1, old: 2} {
		err := claim(directory)
		if left, _ := os.ReadDir(directory); errors.Is(err, errNoCache) != (directory == home) || len(left) != files {
			t.Errorf("in %s: %v, %v", directory, left, err)
		}
		if err := claim(directory); directory != home && err != nil {
			t.Errorf("in %s, again: %v", directory, err)
		}
	}
}

// The command as go builds it ends as the release does, or says in a sentence why there is none.
func TestCommand(t *testing.T) {
	name := "harrier-" + version + "-linux-" + runtime.GOARCH
	content := archive(t, name)
	url, _ := serve(t, name+".tar.gz", content)
	for _, c := range []struct {
		sums   string
		status int
		says   string
	}{
		{digest(content) + "  " + name + ".tar.gz\n", 1, "started vet ./...\n"},
		{"", statusUsage, "harrier: no release of Harrier " + version},
		{digest(nil) + "  " + name + ".tar.gz\n", statusFailed, "is not the release"},
	} {
		source := t.TempDir()
		files, _ := filepath.Glob("*")
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err == nil && !strings.HasSuffix(file, "_test.go") {
				err = os.WriteFile(filepath.Join(source, file), content, 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(source, "SHA256SUMS"), []byte(c.sums), 0o666); err != nil {
			t.Fatal(err)
		}
		build := exec.Command("go", "build", "-o", "harrier", ".")
		build.Dir = source
		if said, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		command := exec.Command(filepath.Join(source, "harrier"), "vet", "./...")
		cache := t.TempDir()
		command.Env = append(os.Environ(), "HARRIER_CACHE="+cache, "HARRIER_RELEASES="+url)
		said, _ := command.CombinedOutput()
		if _, err := os.Stat(filepath.Join(cache, ".harrier-cache")); (err == nil) != (c.status != statusUsage) {
			t.Errorf("the cache is marked: %v", err)
		}
		if status := command.ProcessState.ExitCode(); status != c.status || !strings.Contains(string(said), c.says) {
			t.Errorf("status %d, said %q; wanted %d, %q", status, said, c.status, c.says)
		}
	}
}
