// Package named_result writes a named result in a goroutine that may outlive the call.
package named_result

func Fetch(get func() (string, error)) (text string, err error) {
	ready := make(chan struct{})
	go func() {
		text, err = get() // want closure-race "(text|err) is written here" // want closure-race "(text|err) is written here"
		close(ready)
	}()
	select {
	case <-ready:
		return text, err
	default:
		return "", nil
	}
}
