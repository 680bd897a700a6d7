module github.com/donovanhide/eventsource

go 1.26.8
