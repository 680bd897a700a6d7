// Package unclosed asks a server for its status and closes the body of the answer.
package unclosed

import "net/http"

func status(client *http.Client, url string) (string, error) {
	answer, err := client.Get(url)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	return answer.Status, nil
}
