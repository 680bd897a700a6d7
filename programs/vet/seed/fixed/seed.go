// Package seed holds the examples that the closure-race paper lists as its own failures.
package seed

func call(fn func()) { fn() }

func RaceBar() {
	a := 1
	if a == 1 {
		go func() {
			a = 2
			print(a)
		}()
	} else {
		a = 3
		print(a)
	}
}

func Sample() {
	a := 1
	ch := make(chan int)
	go func() {
		a = 2
		go func() {
			a = 3
			ch <- 1
		}()
	}()
	<-ch
	println(a)
}

func goAndWait(fn func()) {
	ch := make(chan int)
	go func() {
		fn()
		ch <- 1
	}()
	<-ch
}

func Helper() {
	a := 1
	goAndWait(func() {
		a = 2
	})
	a = 3
	call(func() { a++ })
	println(a)
}

func Bar() {
	ch1 := make(chan int)
	ch2 := make(chan int)
	a := 1
	go func() {
		go func() {
			a = 2
			ch1 <- 1
		}()
		<-ch1
		ch2 <- 1
	}()
	<-ch2
	println(a)
}

func Bar2() {
	ch := make(chan int)
	a := 1
	go func() {
		for {
			if a >= 10 {
				close(ch)
				return
			}
			a++
		}
	}()
	<-ch
	print(a)
}
