// Package found_later waits for a goroutine on the condition on which that writes.
package found_later

func Joined(wait bool, run func() int) int {
	result := 0
	done := make(chan struct{})
	go func() {
		defer close(done)
		if wait {
			result = run()
		}
	}()
	if wait {
		<-done
	}
	return result
}

type store struct{ events []int }

func (s *store) resume(modern bool, run func() int) int {
	resumable := s.events != nil && !modern
	result := 0
	done := make(chan struct{})
	go func() {
		defer close(done)
		if !resumable {
			return
		}
		result = run()
	}()
	if resumable {
		<-done
	}
	return result
}
