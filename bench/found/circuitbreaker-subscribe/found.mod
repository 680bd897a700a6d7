module github.com/rubyist/circuitbreaker

go 1.26.8

require (
	github.com/cenkalti/backoff v2.2.1+incompatible
	github.com/facebookgo/clock v0.0.0-20150410010913-600d898af40a
	github.com/peterbourgon/g2s v0.0.0-20170223122336-d4e7ad98afea
)
