// What a package draws from the runtime's generator is an input, of kind 2 of
// runtime/inputs.go. InputEdits has the runtime's function be harrierRand.

package patch

//harrier:instead func runtime_rand() uint64
func harrierRand() uint64
func runtime_rand() uint64 {
	if harrierSerial != 0 {
		harrierInput(2)
	}
	return harrierRand()
}
