package bug

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if os.Getenv("CHILD") != "" {
		os.Stdout.WriteString("hello")
		return
	}
	os.Exit(m.Run())
}

func TestRun(t *testing.T) {
	stop := make(chan struct{})
	go func() {
		time.Sleep(time.Minute)
		close(stop)
	}()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), "CHILD=1")
	var out bytes.Buffer
	command.Stdout = &out
	if err := run(command, stop); err == nil && out.String() != "hello" {
		t.Error(out.String())
	}
	<-stop
}
