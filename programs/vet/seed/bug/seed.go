// Package seed holds the racy examples of the closure-race paper.
package seed

func Foo() {
	a := 1
	go func() {
		a = 2 // want closure-race "a is written here"
	}()
	go func() {
		a = 3
	}()
	println(a)
}

func call(fn func()) { fn() }

func start(fn func()) { go fn() }

func RaceFoo() {
	a := 1
	call(func() {
		a++
	})
	println(a)
	start(func() {
		a-- // want possible closure-race "a is written here by the goroutine"
	})
	println(a)
}

func RaceSample() {
	a := 1
	ch := make(chan int)
	go func() {
		a = 2 // want closure-race "a is written here"
		go func() {
			a = 3
			ch <- 1
		}()
	}()
	println(a)
	<-ch
	println(a)
}

// Bar2 continues after the close, so the paper's "incorrect race report" is a correct one.
func Bar2() {
	ch := make(chan int)
	a := 1
	go func() {
		for {
			if a >= 10 {
				close(ch)
			}
			a++ // want withheld closure-race "a is written here"
		}
	}()
	<-ch
	print(a)
}
