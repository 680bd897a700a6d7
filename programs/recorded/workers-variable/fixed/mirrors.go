// Package fixed asks as many mirrors as the environment says, and takes the first answer.
package fixed

import (
	"os"
	"strconv"
)

// mirrors is how many are asked: one, unless MIRRORS says more.
func mirrors() int {
	n, err := strconv.Atoi(os.Getenv("MIRRORS"))
	if err != nil {
		return 1
	}
	return n
}

func fastest() int {
	answers := make(chan int, mirrors())
	for mirror := range mirrors() {
		go func() {
			answers <- mirror
		}()
	}
	return <-answers
}
