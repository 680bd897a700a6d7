// What a select does. The labels of selectgo are where a case has been chosen and all
// channels are still locked.

package patch

//harrier:in runtime/select.go

//go:noinline
func selectgo() {
	harrierNarrowed, harrierGaveUp := false, false
harrierAgain:

	// A select with a preferred case looks only at it.
	//harrier:before sellock(scases, lockorder)
	//harrier:next var (
	if harrierAnyPreference != 0 && !harrierGaveUp {
		if i := harrierPrefer(scases); i >= 0 {
			harrierNarrowed = true
			pollorder = pollorder[:1]
			lockorder = lockorder[:1]
			pollorder[0] = uint16(i)
			lockorder[0] = uint16(i)
		}
	}

	//harrier:instead if !block {
	//harrier:next selunlock(scases, lockorder)
	if !block && !harrierNarrowed {
		if harrierOn != 0 {
			harrierSelected(scases, nsends, harrierChoseDefault, block, true, nil)
		}
	}

	//harrier:after if c.closed != 0 {
	//harrier:next goto sclose
	if harrierOn != 0 {
		harrierSelected(scases, nsends, casi, block, true, nil)
	}

	//harrier:before gopark(selparkcommit
	if harrierOn != 0 {
		harrierSelected(scases, nsends, harrierChoseNone, block, true, nil)
	}
	if harrierNarrowed {
		harrierBePatient(c, block)
	}

	// One that waited too long for its preferred case begins again.
	//harrier:before if cas == nil {
	if harrierNarrowed {
		harrierPatient(cas == nil, int(lockorder[0]))
		if cas == nil {
			selunlock(scases, lockorder)
			harrierNarrowed = false
			harrierGaveUp = true
			goto harrierAgain
		}
	}

	//harrier:before if debugSelect {
	//harrier:next print("wait-return:
	if harrierOn != 0 {
		harrierSelectWoke(casi, caseSuccess)
	}

	//harrier:after bufrecv:
	if harrierOn != 0 {
		harrierSelected(scases, nsends, casi, block, true, nil)
	}

	//harrier:after bufsend:
	if harrierOn != 0 {
		harrierSelected(scases, nsends, casi, block, true, nil)
	}

	//harrier:after recv:
	if harrierOn != 0 {
		harrierSelected(scases, nsends, casi, block, true, sg)
	}

	//harrier:after send:
	if harrierOn != 0 {
		harrierSelected(scases, nsends, casi, block, true, sg)
	}

	//harrier:after rclose:
	if harrierOn != 0 {
		harrierSelected(scases, nsends, casi, block, false, nil)
	}
}
