module github.com/RussellLuo/timingwheel

go 1.26.8
