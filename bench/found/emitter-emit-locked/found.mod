module github.com/olebedev/emitter

go 1.20
