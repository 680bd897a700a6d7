package sftp_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/pkg/sftp/v2"
	"github.com/pkg/sftp/v2/localfs"
)

type pipe struct {
	io.Reader
	io.WriteCloser
}

// WriteTo has all of the 64 requests that may be under way, and waits for its reader, which closes the file.
func TestFound(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, make([]byte, 8<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	serverIn, clientOut := io.Pipe()
	clientIn, serverOut := io.Pipe()
	server := &sftp.Server{Handler: &localfs.ServerHandler{}}
	go func() { _ = server.Serve(pipe{serverIn, serverOut}) }()
	client, err := sftp.NewClientPipe(context.Background(), clientIn, clientOut)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	f, err := client.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	out, in := io.Pipe()
	go func() { _, _ = f.WriteTo(in) }()
	_, _ = out.Read(make([]byte, 1))
	_ = f.Close()
	out.Close()
}
