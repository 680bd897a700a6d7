module github.com/radovskyb/watcher

go 1.26.8
