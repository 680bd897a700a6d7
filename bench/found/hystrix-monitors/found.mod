module github.com/afex/hystrix-go

go 1.26.8

require (
	github.com/DataDog/datadog-go v4.8.3+incompatible
	github.com/cactus/go-statsd-client/statsd v0.0.0-20200423205355-cb0885a1018c
	github.com/rcrowley/go-metrics v0.0.0-20250401214520-65e299d6c5c9
	github.com/smartystreets/goconvey v1.8.1
)

require (
	github.com/Microsoft/go-winio v0.6.4 // indirect
	github.com/gopherjs/gopherjs v1.17.2 // indirect
	github.com/jtolds/gls v4.20.0+incompatible // indirect
	github.com/smarty/assertions v1.15.0 // indirect
	github.com/stretchr/testify v1.12.1 // indirect
	golang.org/x/sys v0.49.0 // indirect
)
