// Package bug closes the channel of the answers when it has waited long enough.
package bug

import "time"

func ask(servers []string, answer func(string) string) []string {
	answers := make(chan string)
	for _, server := range servers {
		go func() {
			answers <- answer(server) // want send-on-closed data-race
		}()
	}
	var got []string
	deadline := time.After(30 * time.Second)
	for range servers {
		select {
		case a := <-answers:
			got = append(got, a)
		case <-deadline:
			close(answers)
			return got
		}
	}
	return got
}
