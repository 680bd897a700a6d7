// Package fixed runs a command until it has ended or is not needed any more.
// The channel has room for the result.
package fixed

import (
	"errors"
	"os/exec"
)

var errStopped = errors.New("stopped")

func run(command *exec.Cmd, stop <-chan struct{}) error {
	if err := command.Start(); err != nil {
		return err
	}
	exited := make(chan error, 1)
	go func() {
		exited <- command.Wait()
	}()
	select {
	case err := <-exited:
		return err
	case <-stop:
		command.Process.Kill()
		return errStopped
	}
}
