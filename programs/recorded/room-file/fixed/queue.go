// Package fixed logs through a queue, whose room a file of settings says.
package fixed

import (
	"os"
	"strconv"
	"strings"
)

// room is how many lines the queue holds.
func room() int {
	text, err := os.ReadFile("testdata/room.txt")
	if err != nil {
		return 4
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 4
	}
	return n
}

// firstOf writes lines and reads one of them.
func firstOf(lines []string) string {
	queue := make(chan string, max(room(), len(lines)))
	go func() {
		for _, line := range lines {
			queue <- line
		}
	}()
	return <-queue
}
