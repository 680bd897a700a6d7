// Package bug runs a command until it has ended or is not needed any more. What
// waits for the process has no receiver then.
package bug

import (
	"errors"
	"os/exec"
)

var errStopped = errors.New("stopped")

func run(command *exec.Cmd, stop <-chan struct{}) error {
	if err := command.Start(); err != nil {
		return err
	}
	exited := make(chan error)
	go func() {
		exited <- command.Wait() // want goroutine-leak
	}()
	select {
	case err := <-exited:
		return err
	case <-stop:
		command.Process.Kill()
		return errStopped
	}
}
