module off

go 1.26
