//go:build !unix

package main

// start is never reached: there is no release for such a system.
func start(program string, arguments []string) error {
	return errNoRelease
}
