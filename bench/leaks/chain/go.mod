module chain

go 1.26
