module harrier.dev/bench/micro

go 1.24
