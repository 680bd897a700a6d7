// Package unclosed asks a server for its status and forgets the body of the answer, so that the
// connection and its two goroutines stay.
package unclosed

import "net/http"

func status(client *http.Client, url string) (string, error) {
	answer, err := client.Get(url) // want goroutine-leak@1.26 "no case of its select will become ready"
	if err != nil {
		return "", err
	}
	return answer.Status, nil
}
