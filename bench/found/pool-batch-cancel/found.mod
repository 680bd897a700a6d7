module gopkg.in/go-playground/pool.v3

go 1.26.8

require gopkg.in/go-playground/assert.v1 v1.2.1
