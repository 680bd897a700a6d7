module github.com/rollbar/rollbar-go

go 1.26.8
