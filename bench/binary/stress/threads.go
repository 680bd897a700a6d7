package main

/*
#cgo LDFLAGS: -lpthread
#include <pthread.h>

extern void calledFromC(int);

static void *body(void *arg) {
	for (int i = 0; i < 20; i++) calledFromC(i);
	return arg;
}

// run starts threads that Go knows nothing of; each calls back into Go.
static void run(int n) {
	pthread_t threads[16];
	for (int i = 0; i < n; i++) pthread_create(&threads[i], 0, body, 0);
	for (int i = 0; i < n; i++) pthread_join(threads[i], 0);
}
*/
import "C"

import "sync"

var (
	callbacks sync.Mutex
	calls     int
)

//export calledFromC
func calledFromC(i C.int) {
	callbacks.Lock()
	calls++
	callbacks.Unlock()
	done := make(chan int, 1)
	go func() { done <- int(i) }()
	<-done
}

// threads lets C threads call back until stop is closed.
func threads(stop <-chan struct{}) {
	for !closed(stop) {
		C.run(8)
	}
}
