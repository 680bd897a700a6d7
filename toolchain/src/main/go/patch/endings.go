// Where a trace begins, and how the program ends.

package patch

//harrier:in runtime/mgc.go

func gcenable() {
	//harrier:end
	harrierStart(gogetenv("HARRIER_TRACE"))
}

func gcMarkTermination() {
	//harrier:before stwSwept = gcSweep(work.mode)
	harrierMarked()
}

//harrier:in runtime/proc.go

func runExitHooks() {
	if harrierOn != 0 {
		harrierExiting(code)
	}
}

//harrier:in runtime/panic.go

func gopanic() {
	//harrier:before var p _panic
	if harrierOn != 0 {
		harrierPanicked(e)
	}
}

func gorecover() {
	//harrier:after p.recovered = true
	if harrierOn != 0 {
		harrierRecovers()
	}
}

func fatalpanic() {
	if harrierOn != 0 {
		systemstack(func() { harrierDying(msgs) })
	}
}

//harrier:also throw
func fatal() {
	if harrierOn != 0 {
		systemstack(func() { harrierFatal(s) })
	}
}
