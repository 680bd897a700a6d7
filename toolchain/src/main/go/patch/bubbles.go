// Goroutines of a bubble of testing/synctest that are left when nothing in it can continue.

package patch

//harrier:in runtime/synctest.go

func synctestRun() {
	//harrier:after if total != 1 {
	if harrierOn != 0 {
		harrierBubbleStuck(unsafe.Pointer(bubble))
	}
}
