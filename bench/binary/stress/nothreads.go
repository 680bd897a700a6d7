//go:build !cgo

package main

var calls int

// threads has no C to call.
func threads(stop <-chan struct{}) { <-stop }
