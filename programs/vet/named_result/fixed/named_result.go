// Package named_result passes the outcome of the goroutine through a channel.
package named_result

type outcome struct {
	text string
	err  error
}

func Fetch(get func() (string, error)) (text string, err error) {
	ready := make(chan outcome, 1)
	go func() {
		text, err := get()
		ready <- outcome{text, err}
	}()
	select {
	case o := <-ready:
		return o.text, o.err
	default:
		return "", nil
	}
}
