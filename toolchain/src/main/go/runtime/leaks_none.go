// Before Go 1.26 the collector can't prove leaks: quiescence has to.

package runtime

func harrierAffordLeaks() bool { return false }

func harrierFindLeaks() {}
