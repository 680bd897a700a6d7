package main

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// unpack writes the entries of a .tar.gz below directory. Files keep their
// times: the archive of classes in a release knows its jars by them.
func unpack(archive, directory string) error {
	in, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer in.Close()
	plain, err := gzip.NewReader(in)
	if err != nil {
		return err
	}
	entries := tar.NewReader(plain)
	for {
		entry, err := entries.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if !filepath.IsLocal(entry.Name) {
			return fmt.Errorf("%q leads out of the archive", entry.Name)
		}
		path := filepath.Join(directory, entry.Name)
		switch entry.Typeflag {
		case tar.TypeDir:
			err = os.MkdirAll(path, 0o777)
		case tar.TypeReg:
			err = write(path, entry, entries)
		default:
			err = fmt.Errorf("%q is neither a file nor a directory", entry.Name)
		}
		if err != nil {
			return err
		}
	}
}

func write(path string, entry *tar.Header, content io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	out, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, entry.FileInfo().Mode().Perm())
	if err != nil {
		return err
	}
	defer out.Close()
	if _, err := io.Copy(out, content); err != nil {
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	return os.Chtimes(path, entry.ModTime, entry.ModTime)
}
