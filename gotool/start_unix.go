//go:build unix

package main

import (
	"os"
	"syscall"
)

// start becomes the program; it returns only if that fails.
func start(program string, arguments []string) error {
	return syscall.Exec(program, append([]string{program}, arguments...), os.Environ())
}
