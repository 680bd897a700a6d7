package bug

import "testing"

func TestPoor(t *testing.T) {
	if err := new(account).withdraw(1); err == nil {
		t.Fatal("no error")
	}
}

func TestNoPage(t *testing.T) {
	done := make(chan int)
	go func() { done <- new(index).page("word") }()
	if page := <-done; page != 0 {
		t.Fatal(page)
	}
}
