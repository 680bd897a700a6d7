// Go's race detector has pools drop one in four, by chance that no replay would repeat.

package patch

//harrier:in sync/pool.go

func (p *Pool) Put() {
	//harrier:instead if runtime_randn(4) == 0 {
	if false {
	}
}
